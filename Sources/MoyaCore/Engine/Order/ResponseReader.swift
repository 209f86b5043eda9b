/// Takes a response as it comes, instead of its body with the end. What the backend brings comes one piece at a time,
/// where the backend brings it, before the hooks on the way back. What a reader throws ends the call with that error.
package protocol ResponseReader: AnyObject, Sendable {
  /// It wants the body as it comes, and not the head alone.
  var takesBody: Bool { get }
  /// Once, before the body: from then on the request is not sent again. Not for a response that validation refuses,
  /// whose body is in the error as ever.
  func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination
  /// The next bytes, decoded; valid until this returns. After `.pause` few others come, if any, until `Waiter.resume`,
  /// and no end but a failure. A backend that has the whole body at once, such as a stub, gives it in one piece.
  func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow
  /// The body is complete. While the reader pauses the end waits, and is announced again when the pause is over.
  func end() throws(TransferError)

  var isPaused: Bool { get }
  /// Asks for a pause before the next piece. Any thread.
  func pause()
  /// The pause is over, unless `pause` asks for another one before `resume`, which follows at once. Where the pieces
  /// come, or on the thread that ends the pause where no loop brings them.
  func endPause()
  /// Gives what was kept back in the pause, which may begin the next one. Where `endPause` was called.
  func resume() throws(TransferError) -> BodyFlow
}

extension ResponseReader {
  package var takesBody: Bool { true }
}
