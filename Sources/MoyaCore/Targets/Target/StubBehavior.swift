/// Whether a request is answered by a stub, and when.
public enum StubBehavior: Hashable, Sendable {
  /// The request goes out.
  case never
  /// Before `request` returns.
  case immediate
  /// After this many seconds.
  case delayed(seconds: TimeInterval)
}
