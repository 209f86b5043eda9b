import Dispatch

/// Receives the progress and the end of a transfer. The backend calls its functions one at a time, progress before the
/// end, on any thread. libcurl's backend calls them on the thread that runs its loop.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// Receives the head of the final response before its body, if the options have `wantsHead`. Not called for an
  /// interim response, a followed redirect or an answered challenge. Default: the body goes into the response.
  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination
  /// Receives the next decoded bytes of a body that goes to the observer. They are valid until this returns. Default:
  /// `.more`.
  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow
  /// Receives the result. Called exactly once, as the last function.
  func transferDidFinish(_ result: consuming Result<TransferResponse, TransferError>)
  /// The sender can end the transfer now. `finish` makes the response and ends the transfer, or does nothing if the
  /// transfer has been stopped. The observer must run `finish` once, on the thread or queue where it wants the end.
  /// Default: runs it immediately.
  /// - Parameter queue: the sender's choice for observers without a queue; `nil`: this thread.
  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void)
}

extension TransferObserver {
  public func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .response }

  public func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { .more }

  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) { finish() }
}

// MARK: - BodyDestination

/// Where the body of one response goes.
public enum BodyDestination: Sendable {
  /// Into the response, up to `maximumBodySize`, or into the file that the options name.
  case response
  /// Into the response, even if the options name a file.
  case memory
  /// To `TransferObserver.transferDidReceiveBody`, piece by piece, of any size.
  case observer
}

/// What an observer wants after a piece of a body.
public enum BodyFlow: Sendable {
  case more
  /// Nothing more until `Resumable.resume`, not even the end. Failures and stops are still reported. Bytes that libcurl
  /// has already read, some ten thousand, can still arrive. The library stops reading, so the server waits too. During
  /// the pause the idle timeout is off, but the total timeout is not.
  case pause
}

/// A transfer that its observer can pause.
public protocol Resumable: Stoppable {
  /// Ends a pause. Does nothing if there is none. Any thread.
  func resume()
}

// MARK: - TransferProgress

/// The bytes transferred so far, with the names of Foundation's `Progress`.
public struct TransferProgress: Hashable, Sendable {
  public var completedUnitCount: Int64
  /// −1 until a length is announced.
  public var totalUnitCount: Int64
  /// Whose body is meant, the request's or the response's. `nil`: the one that matters for this request.
  public var direction: Direction?

  public enum Direction: Sendable {
    case upload
    case download
  }

  public init(completedUnitCount: Int64, totalUnitCount: Int64, direction: Direction? = nil) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
    self.direction = direction
  }

  /// From 0 to 1. 0 while the total is unknown.
  public var fractionCompleted: Double {
    totalUnitCount > 0 ? min(1, Double(completedUnitCount) / Double(totalUnitCount)) : 0
  }
}

// MARK: - BytesCounter

/// A transfer that counts its bytes.
package protocol BytesCounter: Stoppable {
  /// The bytes of body that were sent and received in the present hop. Any thread.
  var bytes: (sent: Int64, received: Int64) { get }
}

// MARK: - Stoppable

/// An operation that can be stopped. Stopping an operation that has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// Stops the operation, from any thread. A transfer's observer still receives exactly one end. A stopped timer does
  /// not fire.
  func stop()
}
