/// A call that a stub answers at once and that meets only plugins that edit: the way of a flight through their hooks, on
/// this thread and without one, since nothing in it waits.
package struct HookedStub: ~Copyable {
  private let subject: any Subject
  private let roster: Roster
  private let registry: Registry
  private let beginning: Int
  private let deadline: Deadline
  private var request: URLRequest?

  /// - Parameter roster: its plugins only edit.
  /// - Returns: `nil` when the session is closed.
  package static func result(
    for order: consuming Order, _ roster: Roster, _ session: SessionRules
  ) -> Result<Response, MoyaError>? {
    guard let request = order.takeRequest() else { return StubBackend.result(for: order) }
    return result(
      for: request, about: order.subject, validation: order.validation, totalTimeout: order.totalTimeout, roster,
      session)
  }

  /// The same of an order's parts.
  /// - Parameter totalTimeout: as in an order.
  package static func result(
    for request: consuming URLRequest, about subject: any Subject, validation: ValidationType, totalTimeout: UInt32?,
    _ roster: Roster, _ session: SessionRules
  ) -> Result<Response, MoyaError>? {
    guard let registry = session.registry, let beginning = registry.beginCall() else { return nil }
    defer { registry.endCall() }
    let limit = totalTimeout ?? session.options.totalTimeout
    var stub = HookedStub(
      subject: subject, roster: roster, registry: registry, beginning: beginning,
      deadline: Deadline(milliseconds: limit, isWatched: true), request: request)
    let known = stub.prepare()
    return stub.process(known ?? stub.send(validation))
  }

  /// The result, if it is known before anything is sent.
  private mutating func prepare() -> Result<Response, MoyaError>? {
    for seat in roster.preparing {
      guard let answer = seat.editor?.edit(&request, of: call(seat)) else { continue }
      return wasGivenUp ? HookedStub.cancelled : answer
    }
    if wasGivenUp { return HookedStub.cancelled }
    let limit = request?.totalTimeout
    return deadline.allows(waiting: 0, of: limit)
      ? nil : .failure(.underlying(deadline.error(wasSent: false, of: limit), nil))
  }

  private func send(_ validation: ValidationType) -> Result<Response, MoyaError> {
    for seat in roster.sending { seat.editor?.willSend(request, of: call(seat)) }
    let result = wasGivenUp ? HookedStub.cancelled : answer(validation)
    for seat in roster.receiving { seat.editor?.didReceive(result, to: request, of: call(seat)) }
    return result
  }

  private func answer(_ validation: ValidationType) -> Result<Response, MoyaError> {
    guard let request else { return HookedStub.cancelled }
    return StubBackend.result(for: request, about: subject, validation: validation)
  }

  private func process(_ result: Result<Response, MoyaError>) -> Result<Response, MoyaError> {
    var result = result
    for seat in roster.processing {
      result = seat.editor?.process(result, to: request, of: call(seat)) ?? result
    }
    for seat in roster.releasing { seat.editor?.releaseSlot(of: call(seat)) }
    return result
  }

  private func call(_ seat: Roster.Seat) -> HookedCall {
    HookedCall(subject, place: seat.index, of: roster.count, attempt: 1)
  }

  /// By a hook, or by another thread.
  private var wasGivenUp: Bool { registry.gaveUp(since: beginning) }

  private static var cancelled: Result<Response, MoyaError> {
    .failure(.underlying(TransferError.cancelled, nil))
  }
}
