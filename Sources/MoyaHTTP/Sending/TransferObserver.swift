import Dispatch

/// Gets the progress and the end of a transfer. Its functions are called by the backend, one at a time, progress before
/// the end, on any thread: libcurl's backend calls them on the thread that pumps its loop.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// The head of the final response, before its body, for options that say `wantsHead`: not of an interim response, of
  /// a redirect that is followed or of a challenge that is answered. Default: the body goes into the response.
  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination
  /// The next bytes of a body that goes to the observer, decoded; valid until this returns. Default: more.
  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow
  /// Exactly once, and last.
  func transferDidFinish(_ result: consuming Result<TransferResponse, TransferError>)
  /// The sender can answer now: `finish` makes the answer and ends the transfer, or does nothing if that was stopped
  /// meanwhile. The observer runs `finish` once, on the thread or queue where it wants the end. Default: at once.
  /// - Parameter queue: the sender's choice for observers that have none; `nil`: this thread.
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
  /// Into the response, also where the options name a file.
  case memory
  /// To `TransferObserver.transferDidReceiveBody`, piece by piece, of any size.
  case observer
}

/// What an observer wants after a piece of a body.
public enum BodyFlow: Sendable {
  case more
  /// Nothing more, the end included, until `Resumable.resume`; failures and stops still come. The rest of what libcurl
  /// has read, some ten thousand bytes, may still be given. The server is not read from, so that it waits too: its
  /// idle timeout is off, the total timeout is not.
  case pause
}

/// A transfer whose observer may pause it.
public protocol Resumable: Stoppable {
  /// Ends a pause; without one it does nothing. Any thread.
  func resume()
}

// MARK: - TransferProgress

/// Bytes moved so far, with the spelling of Foundation's `Progress`.
public struct TransferProgress: Hashable, Sendable {
  public var completedUnitCount: Int64
  /// −1 until a length is announced.
  public var totalUnitCount: Int64
  /// Which body is meant; `nil`: the one that matters for this request.
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

  /// 0…1; 0 while the total is unknown.
  public var fractionCompleted: Double {
    totalUnitCount > 0 ? min(1, Double(completedUnitCount) / Double(totalUnitCount)) : 0
  }
}

// MARK: - BytesCounter

/// A transfer that can be asked how far it is.
package protocol BytesCounter: Stoppable {
  /// Bytes of body that have left, and that have come, in the present hop. Any thread.
  var bytes: (sent: Int64, received: Int64) { get }
}

// MARK: - Stoppable

/// Something that can be stopped. Stopping what has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// From any thread. A transfer's observer still gets exactly one end; a stopped timer does not fire.
  func stop()
}
