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
