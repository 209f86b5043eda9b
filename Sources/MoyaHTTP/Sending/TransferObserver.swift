import Dispatch

/// Receives the progress and the end of a transfer. The backend calls the observer's functions one at a time, on any
/// thread, and reports all progress before the end. libcurl's backend calls them on the thread that runs its loop.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// Receives each step of the transfer when it begins, if the options have `wantsSteps`. A step comes before the head,
  /// and never after the end. Default: does nothing.
  func transferDidBegin(_ step: TransferStep)
  /// Receives the head of the final response before its body, if the options have `wantsHead`. Is not called for an
  /// interim response, a redirect that is followed, or an authentication challenge that is answered. Default: the body
  /// goes into the response.
  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination
  /// Receives the next decoded bytes of a body that goes to the observer. The bytes are valid until this function
  /// returns. Default: `.more`.
  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow
  /// Receives the result. The backend calls this function exactly once, after all other functions.
  func transferDidFinish(_ result: consuming Result<TransferResponse, TransferError>)
  /// The backend calls this when it can end the transfer. `finish` makes the response and ends the transfer, or does
  /// nothing if the transfer has been stopped. The observer must run `finish` once, on the thread or queue where it
  /// wants the end. Default: runs `finish` immediately.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the backend would run `finish`. An observer with a queue of its own ignores it.
  ///     `nil` means the present thread.
  ///   - finish: Ends the transfer.
  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void)
}

extension TransferObserver {
  public func transferDidBegin(_ step: TransferStep) {}

  public func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .response }

  public func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { .more }

  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) { finish() }
}

// MARK: - BodyDestination

/// Where the body of one response goes.
public enum BodyDestination: Sendable {
  /// The body goes into the response, up to `maximumBodySize`, or into the file that the options name.
  case response
  /// The body goes into the response, even if the options name a file.
  case memory
  /// The body goes to ``TransferObserver/transferDidReceiveBody(_:)``, piece by piece. `maximumBodySize` does not
  /// apply.
  case observer
}

/// What an observer wants after a piece of a body.
public enum BodyFlow: Sendable {
  case more
  /// The library stops reading, so the server waits too. Until ``Resumable/resume()``, the observer receives neither
  /// the end of the body nor more bytes, except some that libcurl has already read. Failures and stops are still
  /// reported.
  ///
  /// During the pause the idle timeout is off, but the total timeout is not.
  case pause
}

/// A transfer that its observer can pause.
public protocol Resumable: Stoppable {
  /// Ends a pause. Does nothing if there is no pause. Any thread may call this function.
  func resume()
}

/// A transfer whose request body can wait for its stream while its observer pauses the response.
package protocol UploadResumable: Stoppable {
  /// Asks the stream of the request's body for more bytes, if the body waits for its stream. A pause of the response
  /// goes on. Any thread may call this function.
  func bodyIsReady()
}

// MARK: - TransferProgress

/// The bytes transferred so far, with the names of Foundation's `Progress`.
public struct TransferProgress: Hashable, Sendable {
  public var completedUnitCount: Int64
  /// The number of bytes in total; −1 until a length is announced.
  public var totalUnitCount: Int64
  /// Whether these are bytes of the request's body (`upload`) or of the response's body (`download`). A backend that
  /// reports only one of them can leave this `nil`.
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

  /// The fraction that was transferred, from 0 to 1. It is 0 while the total is unknown.
  public var fractionCompleted: Double {
    totalUnitCount > 0 ? min(1, Double(completedUnitCount) / Double(totalUnitCount)) : 0
  }
}

// MARK: - BytesCounter

/// A transfer that counts its bytes.
package protocol BytesCounter: Stoppable {
  /// How many bytes of the two bodies were sent and received since the last redirect. Any thread may read this
  /// property.
  var bytes: (sent: Int64, received: Int64) { get }
}

// MARK: - Stoppable

/// An operation that can be stopped. Stopping an operation that has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// Stops the operation, from any thread. A transfer's observer still receives exactly one end. A stopped timer does
  /// not fire.
  func stop()
}
