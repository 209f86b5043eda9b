/// A transfer that can be asked how far it is.
package protocol BytesCounter: Stoppable {
  /// Bytes of body that have left, and that have come, in the present hop. Any thread.
  var bytes: (sent: Int64, received: Int64) { get }
}
