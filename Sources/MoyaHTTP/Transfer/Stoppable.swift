/// Something that can be stopped. Stopping what has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// From any thread. The observer still gets exactly one end.
  func stop()
}
