/// What a plugin's `prepare` says.
public enum Preparation: Sendable {
  /// Go on with this request.
  case ready(URLRequest)
  /// The plugin has the result already (a cache hit, a recorded answer). Nothing is sent, no further `prepare` and no
  /// `willSend` runs; `process` does.
  case answered(Result<Response, MoyaError>)
  /// Not yet: the plugin calls `context.resume(_:)` later, once, from any thread. The call's total timeout goes on, and
  /// a cancel ends the wait.
  case pending
}

/// What a plugin's `shouldRetry` says.
public enum RetryDecision: Hashable, Sendable {
  case no
  /// Try again after this many seconds, unless the call's total timeout would be over by then.
  case after(seconds: TimeInterval)

  public static var now: RetryDecision { .after(seconds: 0) }
}
