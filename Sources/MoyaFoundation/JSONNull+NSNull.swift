import Foundation
import MoyaCore

/// Makes `JSONNull` an `NSNull` to casts, as an `Int` is an `NSNumber`: `JSONSerialization` writes what `mapJSON` gave.
///
/// The protocol is the one by which Foundation bridges its own values.
extension JSONNull: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNull { NSNull() }

  public static func _forceBridgeFromObjectiveC(_ source: NSNull, result: inout JSONNull?) { result = JSONNull() }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNull, result: inout JSONNull?) -> Bool {
    result = JSONNull()
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNull?) -> JSONNull { JSONNull() }
}
