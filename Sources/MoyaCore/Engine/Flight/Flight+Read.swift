import FoundationEssentials

/// Passes the response of a flight (one call with all its attempts) to the call's reader, piece by piece. The reader
/// (`ResponseReader`) is the object that the caller's API supplies for this purpose.
extension Flight {
  /// - Parameter isComplete: true if the whole response has arrived. The code that calls this function then ends the
  ///   attempt.
  func read(_ head: HTTPURLResponse, of attempt: Int, isComplete: Bool = false) -> BodyDestination {
    var head = head
    if passesPlugins, description.reader != nil {
      guard takes(attempt) else { return .observer }
      do { head = try chain(for: head).head } catch {
        refuse(BodyFault.transferError(error), of: attempt)
        if !isComplete, !lane.traits.contains(.watchesTotalTimeout) { finish(attempt, .failure(.cancelled)) }
        return .observer
      }
    }
    guard description.validation.accepts(head.statusCode) else {
      return description.download?.takesAll == true ? .memory : .response
    }
    return show(head) { $0.isOut(attempt) } ?? .response
  }

  /// Returns true if the response of this attempt can still be read.
  private func takes(_ attempt: Int) -> Bool {
    locked.withLock { $0.isOut(attempt) && !$0.machine.isStopped && $0.refused != attempt }
  }

  /// Gives the reader the head, and returns where the reader wants the body. Does nothing and returns `nil` if there is
  /// no reader, if `isDue` returns false, if the flight was stopped, or if the reader already has the head.
  private func show(_ head: HTTPURLResponse, where isDue: (Locked) -> Bool) -> BodyDestination? {
    guard let reader = description.reader else { return nil }
    let isFirst = locked.withLock { locked in
      guard isDue(locked), !locked.machine.isStopped, !locked.isRead else { return false }
      locked.isRead = true
      return true
    }
    guard isFirst else { return nil }
    isRepeatable = false
    // Stops the timer that the flight has set for a backend that does not watch the total timeout.
    if deadline.endsWithHead(of: totalTimeout) { locked.withLock { $0.timer.take() }?.stop() }
    do throws(TransferError) { return try reader.receive(head) } catch {
      fail(error)
      return .observer
    }
  }

  func read(_ body: UnsafeRawBufferPointer, of attempt: Int) -> BodyFlow {
    guard let reader = description.reader, takes(attempt) else { return .more }
    do throws(TransferError) {
      guard let chain else { return try reader.receive(body) }
      guard let passed = try BodyFault.converting({ try chain.receive(body) }) else { return try reader.receive(body) }
      return passed.isEmpty ? .more : try reader.receive(passed)
    } catch {
      fail(error)
      return .pause
    }
  }

  // MARK: Plugins that read bodies

  /// True if plugins read the response.
  @inline(__always)
  var passesPlugins: Bool { !hooked._withUnsafeGuaranteedRef { $0.reading.isEmpty } && readsBody }

  /// True if plugins that read bodies also read the body of this call.
  private var readsBody: Bool {
    description.download == nil && (hooked._withUnsafeGuaranteedRef { $0.readsWholeBodies } || isStreamed)
  }

  /// True if the caller streams the body of the response.
  var isStreamed: Bool { description.reader?.takesBody == true }

  /// Returns the plugins through which the body passes. Shows them the head first, unless they have seen it.
  private func chain(for head: HTTPURLResponse) throws -> BodyChain {
    if let chain { return chain }
    let made = try BodyChain(head, of: self)
    chain = made
    return made
  }

  /// Passes a complete response through the plugins that read bodies, and returns what they have made of it.
  func passed(_ response: consuming TransferResponse, of attempt: Int) -> Result<TransferResponse, TransferError> {
    guard takes(attempt) else { return .success(response) }
    do {
      return .success(try passedByPlugins(response))
    } catch {
      return .failure(BodyFault.transferError(error))
    }
  }

  private func passedByPlugins(_ response: consuming TransferResponse) throws -> TransferResponse {
    let chain = try chain(for: head(response.response, response.statusCode))
    response.response = chain.head
    response.statusCode = chain.head.statusCode
    if chain.isEmpty || chain.hasEnded { return response }
    let body = try chain.receive(.content(response.content))
    response.content = try body.joined(with: try chain.end()).content
    return response
  }

  /// Returns the head of a response. If the response has none, because no server sent it, makes a head.
  private func head(_ known: HTTPURLResponse?, _ statusCode: Int) -> HTTPURLResponse {
    known ?? HTTPURLResponse(urlText: request?.urlText ?? "", statusCode: statusCode, fields: HeaderFields())
  }

  // MARK: The end of the body

  /// Gives the reader the rest of an attempt's response, and tells it that the body is complete.
  /// - Returns: what is left for the caller. `nil` if the reader pauses; then the attempt ends when the pause ends.
  func readToEnd(_ response: TransferResponse, of attempt: Int) -> TransferResponse? {
    guard let reader = description.reader, takes(attempt) else { return response }
    var rest = response
    if case .observer = read(head(response.response, response.statusCode), of: attempt, isComplete: true) {
      rest.content = .data(Data())
      response.body.withUnsafeBytes { if !$0.isEmpty { _ = read($0, of: attempt) } }
    }
    if let chain, takes(attempt) {
      do throws(TransferError) { rest = try endChain(chain, rest, reader) } catch { refuse(error, of: attempt) }
    }
    end(reader)
    return reader.isPaused && hold(.success(rest), of: attempt) ? nil : rest
  }

  /// Tells the plugins that the body is complete. If the reader receives the body, it gets the last bytes of the
  /// plugins.
  private func endChain(
    _ chain: BodyChain, _ response: TransferResponse, _ reader: any ResponseReader
  ) throws(TransferError) -> TransferResponse {
    let isShown = locked.withLock { $0.isRead && !$0.machine.isStopped } && reader.takesBody
    guard isShown else {
      return try BodyFault.converting { () throws -> TransferResponse in try passedByPlugins(response) }
    }
    var rest = response
    // The plugins received the head before the transfer was measured. So their head gets the metrics here.
    rest.response = chain.head.measured(like: response.response)
    rest.statusCode = chain.head.statusCode
    let last = try BodyFault.converting { () throws -> BodyPiece in try chain.end() }
    if !last.isEmpty { _ = try reader.receive(last) }
    return rest
  }

  private func end(_ reader: any ResponseReader) {
    guard locked.withLock({ $0.isRead && !$0.machine.isStopped }) else { return }
    do throws(TransferError) { try reader.end() } catch { fail(error) }
  }

  /// Delays the end of the attempt until the reader's pause ends. The backend has already ended the attempt. Returns
  /// false if there is nothing to delay, because the reader has no head or the flight was stopped.
  func hold(_ outcome: Result<TransferResponse, TransferError>, of attempt: Int) -> Bool {
    // These values are read first. As soon as `held` is stored, another thread can resume it and end the flight.
    let reader = description.reader
    let limit = totalTimeout
    let held = HeldEnd { self.finish(attempt, $0.flatMap { outcome }) }
    let isHeld = locked.withLock { locked in
      guard locked.isOut(attempt), !locked.machine.isStopped, locked.isRead else { return false }
      locked.transfer = held
      return true
    }
    guard isHeld else { return false }
    if !deadline.endsWithHead(of: limit) { armDeadline(in: .sending, of: limit) }
    // If the pause ended before `held` was stored, nothing has resumed `held`.
    if reader?.isPaused == false { held.resume() }
    return true
  }

  /// Stores `held`, which ends a plugin's response, until the reader's pause ends.
  func keep(_ held: HeldEnd, for reader: (any ResponseReader)?) {
    locked.withLock { if $0.machine.state == .suspended { $0.transfer = held } }
    if reader?.isPaused == false { held.resume() }
  }

  /// Gives the reader a response that came from a plugin and not from a backend.
  /// - Returns: what is left of the response for the caller. If the reader pauses, also the object that must be resumed
  ///   when the pause ends.
  func readAnswer(
    _ answer: Result<Response, MoyaError>, goOn: @escaping @Sendable (Result<Response, MoyaError>) -> Void
  ) -> (rest: Result<Response, MoyaError>, held: HeldEnd?) {
    guard let reader = description.reader, case .success(let response) = answer else { return (answer, nil) }
    let head = head(response.response, response.statusCode)
    var rest = answer
    if case .observer? = show(head, where: { _ in true }) {
      rest = .success(response.withoutBody)
      response.data.withUnsafeBytes { bytes in
        if bytes.isEmpty || isStopped { return }
        do throws(TransferError) { _ = try reader.receive(bytes) } catch { fail(error) }
      }
    }
    end(reader)
    guard reader.isPaused, !isStopped else { return (rest, nil) }
    let whole = rest
    return (rest, HeldEnd { _ in goOn(whole) })
  }

  /// Stops the flight with the error of a reader. The reader has found a fault in the response, or wants no more of it.
  private func fail(_ error: TransferError) {
    locked.withLock { if !$0.machine.isStopped { $0.fault = error } }
    advance(.stop)
  }

  /// Lets the attempt end with the error of a plugin that does not accept the response. If the reader has received
  /// nothing, there can be another attempt, as for a response that is not streamed. Otherwise the error stops the
  /// flight.
  private func refuse(_ error: TransferError, of attempt: Int) {
    let (isRead, transfer) = locked.withLock { locked -> (Bool, (any Stoppable)?) in
      guard !locked.isRead, locked.isOut(attempt), !locked.machine.isStopped else { return (locked.isRead, nil) }
      locked.refused = attempt
      locked.fault = error
      return (false, locked.transfer)
    }
    if isRead { fail(error) } else { transfer?.stop() }
  }

  // MARK: Pauses

  /// Ends a pause of the reader. Does nothing if the call has ended since the resume was requested, because a reader
  /// receives nothing after the end of its call.
  func resumeReading() {
    // The description is read under the lock, because another thread can end the flight after it.
    let (mayBeRead, reader) = locked.withLock { $0.machine.mayBeRead ? (true, description.reader) : (false, nil) }
    guard mayBeRead else { return }
    if let reader {
      do throws(TransferError) { if case .pause = try reader.resume() { return resumeUpload() } } catch {
        return fail(error)
      }
    }
    resumeTransfer()
  }

  /// Called if the reader has paused again. Only the upload continues, because a request body that waits for its stream
  /// must not wait for the reader.
  func resumeUpload() {
    let transfer = locked.withLock { locked -> (any Stoppable)? in
      guard locked.machine.mayBeRead, locked.isOut, locked.streamsBody else { return nil }
      locked.isResumed = locked.transfer == nil
      return locked.transfer
    }
    (transfer as? any UploadResumable)?.bodyIsReady()
  }

  /// Resumes the transfer. If the backend has not returned the transfer yet, remembers the resume.
  func resumeTransfer() {
    let transfer = locked.withLock { locked in
      locked.isResumed = locked.transfer == nil
      return locked.transfer
    }
    (transfer as? any Resumable)?.resume()
  }
}

/// Stores the closure that ends a response, until the pause of its reader ends. A flight stores this object instead of
/// the transfer. The closure runs once.
final class HeldEnd: Resumable {
  private let once = Once()
  private let end: @Sendable (Result<Void, TransferError>) -> Void

  init(_ end: @escaping @Sendable (Result<Void, TransferError>) -> Void) { self.end = end }

  func resume() { if once.pass() { end(.success(())) } }

  func stop() { if once.pass() { end(.failure(.cancelled)) } }
}

/// Turns the error of a plugin that reads bodies into the error of a transfer.
enum BodyFault {
  static func transferError(_ error: any Error) -> TransferError {
    if let error = error as? TransferError { return error }
    var fault = TransferError(.other, "a plugin refused the response")
    if case .underlying(let cause, _)? = error as? MoyaError {
      fault.underlying = cause
    } else {
      fault.underlying = error
    }
    return fault
  }

  static func converting<Value>(_ body: () throws -> Value) throws(TransferError) -> Value {
    let result: Result<Value, TransferError>
    do { result = .success(try body()) } catch { result = .failure(transferError(error)) }
    return try result.get()
  }
}

extension ResponseReader {
  fileprivate func receive(_ piece: BodyPiece) throws(TransferError) -> BodyFlow {
    var flow = Result<BodyFlow, TransferError>.success(.more)
    piece.withBytes { bytes in flow = Result { () throws(TransferError) in try receive(bytes) } }
    return try flow.get()
  }
}
