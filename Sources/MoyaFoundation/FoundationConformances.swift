import Foundation
import MoyaCore
import MoyaHTTP

/// Foundation's streams as parts of a form and as bodies: what Moya's `.stream(InputStream, UInt64)` takes.
///
/// A stream that is not open yet is opened by the first read, as Alamofire does. It is read once: a request that is
/// tried again needs a new one.
extension InputStream: ByteStream {
  /// - Throws: `CocoaError.fileReadUnknown` when the stream reports an error. Its own `streamError` is not asked: on
  ///   Linux it traps.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if streamStatus == .notOpen { open() }
    var count = 0
    if let start = buffer.baseAddress, hasBytesAvailable {
      count = read(start.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
    }
    if count < 0 || streamStatus == .error { throw CocoaError(.fileReadUnknown) }
    return count
  }
}

// MARK: - Progress

/// Made of Foundation's `Progress`, as in Moya.
extension ProgressResponse {
  /// - Parameter progress: read now; what becomes of it later has no effect.
  @_disfavoredOverload
  public init(progress: Progress?, response: Response? = nil) {
    let moved = progress.map {
      TransferProgress(completedUnitCount: $0.completedUnitCount, totalUnitCount: $0.totalUnitCount)
    }
    self.init(progress: moved, response: response)
  }
}

// MARK: - NSNull

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

// MARK: - NSError

/// Gives the `NSError` that Foundation makes of it the underlying error.
extension MoyaError: CustomNSError {}
