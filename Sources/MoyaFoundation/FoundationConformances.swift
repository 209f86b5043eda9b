import Foundation
import MoyaCore
import MoyaHTTP

/// Lets Foundation's streams be bodies, and parts of a form, as in Moya's `.stream(InputStream, UInt64)`.
///
/// The first read opens the stream if it is not open, as in Alamofire. A stream is read once, so a retry needs a new
/// one.
extension InputStream: ByteStream {
  /// Reads bytes into the buffer.
  ///
  /// - Throws: `CocoaError.fileReadUnknown` if the stream reports an error. `streamError` is not used, because on Linux
  ///   it traps.
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

/// Lets a `ProgressResponse` be made from Foundation's `Progress`, as in Moya.
extension ProgressResponse {
  /// Makes a progress response.
  ///
  /// - Parameter progress: Read once, now. Later changes have no effect.
  @_disfavoredOverload
  public init(progress: Progress?, response: Response? = nil) {
    let moved = progress.map {
      TransferProgress(completedUnitCount: $0.completedUnitCount, totalUnitCount: $0.totalUnitCount)
    }
    self.init(progress: moved, response: response)
  }
}

// MARK: - NSNull

/// Lets casts convert `JSONNull` to `NSNull`, as they convert `Int` to `NSNumber`.
///
/// `JSONSerialization` can therefore write the result of `mapJSON`. Foundation uses the same protocol to bridge its
/// values.
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

/// If Foundation makes an `NSError` from this error, the `NSError` has the underlying error too.
extension MoyaError: CustomNSError {}
