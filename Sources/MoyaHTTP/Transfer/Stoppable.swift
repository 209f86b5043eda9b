/// Something that can be stopped. Stopping what has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// From any thread. A transfer's observer still gets exactly one end; a stopped timer does not fire.
  func stop()
}
