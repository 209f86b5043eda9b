/// Takes a response as it comes, instead of its body with the end. Its functions run where the backend brings the
/// response, one at a time, before the hooks on the way back.
package protocol ResponseReader: AnyObject, Sendable {
  /// Once, before the body: from then on the request is not sent again. Not for a response that validation refuses,
  /// whose body is in the error as ever.
  func receive(_ head: HTTPURLResponse)
  /// The next bytes, decoded; valid until this returns. After `.pause` none come, and no end, until `Waiter.resume`.
  /// Only a backend that has the whole body at once, such as a stub, gives it in one piece, and its end with it.
  func receive(_ body: UnsafeRawBufferPointer) -> BodyFlow
}
