/// Runs a call that a stub handles without a delay, if each of its plugins only edits requests (`EditingPlugin`).
/// Nothing in such a call waits. So the call needs no `Flight`, the object that carries out other calls. The hooks run
/// on the caller's thread.
///
/// The enum contains only functions. The functions pass objects to each other without retaining them, because the
/// caller of `result` owns these objects.
package enum HookedStub {
  /// Runs the call.
  /// - Parameters:
  /// - totalTimeout: the limit for the whole call in milliseconds; `nil` means the session's limit.
  /// - roster: the plugins, each of which only edits requests.
  /// - Returns: the result; `nil` if the session is closed.
  package static func result(
    for request: consuming URLRequest, about subject: any Subject, validation: ValidationType, totalTimeout: UInt32?,
    _ roster: Roster, _ session: SessionRules
  ) -> Result<Response, MoyaError>? {
    let registry = session.registry
    guard let beginning = registry.beginCall() else { return nil }
    defer { registry.endCall() }
    let deadline = Deadline(milliseconds: totalTimeout ?? session.options.totalTimeout, isWatched: true)
    var prepared: URLRequest? = consume request
    var result = prepare(&prepared, subject, roster, deadline)
    var roster = roster
    if let idle = roster.idle, !subject.hasValues { roster = idle }
    if result == nil { result = sign(&prepared, subject, roster, deadline).map { .failure($0) } }
    // A hook or another thread may have cancelled all calls of the session.
    if registry.gaveUp(since: beginning) {
      result = .failure(.cancelled)
    } else if result == nil, !deadline.allows(waiting: 0, of: prepared?.totalTimeout) {
      result = .failure(.underlying(deadline.error(wasSent: false, of: prepared?.totalTimeout), nil))
    }
    let known = consume result
    let ended = known ?? send(prepared, subject, validation, roster, deadline) { registry.gaveUp(since: beginning) }
    return roster.looksAtResults ? process(ended, prepared, subject, roster, deadline) : ended
  }

  /// Runs the `prepare` hooks.
  /// - Returns: the response or the error that a plugin supplied; `nil` to continue.
  @inline(__always)
  private static func prepare(
    _ request: inout URLRequest?, _ subject: any Subject, _ roster: Roster, _ deadline: Deadline
  ) -> Result<Response, MoyaError>? {
    var next = 0
    while next < roster.preparing.count {
      let seat = roster.preparing[next]
      let call = call(seat, subject, roster, deadline)
      next += 1
      if let answer = seat.editor?.edit(&request, of: call, in: roster, from: &next) { return answer }
    }
    return nil
  }

  /// Runs the `sign` hooks. Returns the error of the hook that has failed.
  @inline(__always)
  private static func sign(
    _ request: inout URLRequest?, _ subject: any Subject, _ roster: Roster, _ deadline: Deadline
  ) -> MoyaError? {
    for seat in roster.signing {
      if let error = seat.editor?.sign(&request, nil, of: call(seat, subject, roster, deadline)) { return error }
    }
    return nil
  }

  /// Runs the `willSend` hooks, takes the stub's response, and runs the `didReceive` hooks.
  /// - Parameter isGivenUp: returns true if the call was cancelled. Called once, after the `willSend` hooks; never
  ///   called if there are no such hooks.
  @inline(__always)
  private static func send(
    _ request: URLRequest?, _ subject: any Subject, _ validation: ValidationType, _ roster: Roster,
    _ deadline: Deadline, unless isGivenUp: () -> Bool
  ) -> Result<Response, MoyaError> {
    if !roster.sending.isEmpty {
      for seat in roster.sending {
        seat._withUnsafeGuaranteedRef {
          $0.editor?.willSend(request, nil, of: call($0, subject, roster, deadline))
        }
      }
      if isGivenUp() { return receive(.failure(.cancelled), request, subject, roster, deadline) }
    }
    return receive(
      StubBackend.result(for: request, about: subject, validation: validation), request, subject, roster,
      deadline)
  }

  @inline(__always)
  private static func receive(
    _ result: consuming Result<Response, MoyaError>, _ request: URLRequest?, _ subject: any Subject, _ roster: Roster,
    _ deadline: Deadline
  ) -> Result<Response, MoyaError> {
    if roster.receiving.isEmpty { return result }
    for seat in roster.receiving {
      seat._withUnsafeGuaranteedRef {
        $0.editor?.didReceive(result, to: request, of: call($0, subject, roster, deadline))
      }
    }
    return result
  }

  private static func process(
    _ result: Result<Response, MoyaError>, _ request: URLRequest?, _ subject: any Subject, _ roster: Roster,
    _ deadline: Deadline
  ) -> Result<Response, MoyaError> {
    var result = result
    for seat in roster.processing {
      seat._withUnsafeGuaranteedRef {
        result = $0.editor?.process(result, to: request, of: call($0, subject, roster, deadline)) ?? result
      }
    }
    for seat in roster.releasing {
      seat._withUnsafeGuaranteedRef { $0.editor?.releaseSlot(of: call($0, subject, roster, deadline)) }
    }
    return result
  }

  @inline(__always)
  private static func call(
    _ seat: Roster.Seat, _ subject: any Subject, _ roster: Roster, _ deadline: Deadline
  ) -> HookedCall {
    HookedCall(subject, place: seat.index, of: roster.count, attempt: 1, deadline: deadline)
  }
}
