import CMoya
import FoundationEssentials
import MoyaCore

/// A `moya_request`: a request about which the program's backend must decide.
///
/// The request ends once. These events end it: the backend gives a response, the backend fails the request, or the last
/// reference is released. The backend can also forward the request to the network. If the backend passes no callback
/// for the response, the forward ends the request too, and the caller receives the network's response unchanged.
final class CRequest: Handle, Resumable, UploadResumable {
  /// The functions that end a request, one for each way in which it can end. Any thread may call them.
  struct Way {
    /// Sends the request to the network. The observer receives the response. If the observer is `nil`, the caller
    /// receives the response directly.
    let forward: (URLRequest, (any TransferObserver)?) -> (any Stoppable)?
    let finish: (Result<TransferResponse, TransferError>) -> Void
    /// Tells the program that the request was cancelled. `nil` while the program makes the final request of a call.
    let cancel: ((CRequest) -> Void)?
    /// False while the program makes the final request of a call (`ClosureSettings`). Such a request can only be
    /// forwarded or fail.
    let takesAnswers: Bool
  }

  let subject: any Subject
  nonisolated(unsafe) private let way: Way
  /// The provider is retained, because the program may hold this request longer than anything else holds the provider.
  private let provider: Provider?
  private let generation = Fork.generation
  private let state: Protected<State>

  private struct State {
    var request: URLRequest
    /// The texts that were given to the program. The key names the requested part of the request.
    var texts: [String: BodyBuffer] = [:]
    var phase = Phase.waiting
    var isStopped = false
    /// True if the backend has released the request. A request that waits then fails, unless a callback runs.
    var isReleased = false
    /// How many callbacks of forwards run or are about to run. A released request fails after the last of them.
    var callbacks = 0
    /// The transfer that is under way on the network.
    var transfer: (any Stoppable)?
    /// True if the transfer must be resumed as soon as `transfer` is set.
    var isResumed = false
    /// The network's responses that the program has received. If the program gives one of them back, the request ends
    /// with exactly this response.
    var brought: [(response: Response, outcome: TransferResponse)] = []
  }

  private enum Phase { case waiting, forwarded, ended }

  init(_ request: URLRequest, of subject: any Subject, for provider: Provider?, _ way: Way) {
    self.subject = subject
    self.way = way
    self.provider = provider
    state = Protected(State(request: request))
  }

  // MARK: The request

  /// Returns a text of the request. It stays valid until the request is changed or the handle is released.
  func text(_ asked: String, _ make: (URLRequest) -> BodyBuffer?) -> BodyBuffer? {
    guard generation == Fork.generation else { return nil }
    return state.withLock { state in
      if let known = state.texts[asked] { return known }
      let text = make(state.request)
      state.texts[asked] = text
      return text
    }
  }

  var headerCount: Int { generation == Fork.generation ? state.withLock { $0.request.headerFields.fields.count } : 0 }

  func change(_ body: (inout URLRequest) throws(Failure) -> Void) throws(Failure) {
    try checkProcess()
    try state.withLock { state throws(Failure) in
      var request = state.request
      try body(&request)
      state.request = request
      state.texts = [:]
    }
  }

  // MARK: The answer

  func answer(_ sample: UnsafePointer<moya_sample>?) throws(Failure) {
    guard let sample = try FixedSample(sample) else { throw .null("sample") }
    try mayAnswer()
    try end(sample.answer(to: state.withLock { $0.request }))
  }

  func respond(_ response: CResponse) throws(Failure) {
    try mayAnswer()
    let given = response.response
    let brought = state.withLock { $0.brought.first { $0.response === given } }
    if let brought { return try end(.success(brought.outcome)) }
    if given.fileURL != nil { throw .argument("the response is that of a download, whose file another request has") }
    try end(
      .success(
        given.response.map { TransferResponse(response: $0, content: given.content) }
          ?? TransferResponse(statusCode: given.statusCode, content: given.content)))
  }

  func fail(_ status: moya_status, _ message: String) throws(Failure) {
    guard let kind = TransferError.Kind(status: status) ?? (Int(status) == MOYA_ERROR_OTHER ? .other : nil) else {
      throw .argument("status is \(status), which is no failure of an exchange")
    }
    // If the network fails a forwarded request, the message begins with the target's name. The error of the call adds
    // the name again, so the name is removed here.
    let name = subject.name + ": "
    try end(.failure(TransferError(kind, message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message)))
  }

  /// Fails the request, because the backend has released its last reference to the request. If the request is being
  /// forwarded, it fails when the callback of the forward has run.
  func abandon() {
    guard generation == Fork.generation else { return }
    let fails = state.withLock { state in
      state.isReleased = true
      return state.callbacks == 0
    }
    if fails { failReleased() }
  }

  private func failReleased() {
    try? end(.failure(TransferError(.other, "the backend has released the request without an answer")))
  }

  /// Throws in a forked child if the parent made the request. A thread of the parent may have held the request's lock
  /// at the fork, and in the child nothing would release the lock.
  private func checkProcess() throws(Failure) {
    if generation != Fork.generation { throw .inherited("request") }
  }

  private func mayAnswer() throws(Failure) {
    try checkProcess()
    if !way.takesAnswers {
      throw Failure(MOYA_ERROR_STATE, "the request is yet to be made: it can be forwarded or fail")
    }
  }

  private func end(_ outcome: Result<TransferResponse, TransferError>) throws(Failure) {
    try checkProcess()
    let (isFirst, brought) = state.withLock { state in
      guard state.phase == .waiting else { return (false, [] as [TransferResponse]) }
      state.phase = .ended
      return (true, exchange(&state.brought, with: []).map(\.outcome))
    }
    guard isFirst else { throw .endedRequest("") }
    // Each forward to the network may have downloaded a file. These files are discarded, except the file of the
    // response with which the request ends.
    let path = (try? outcome.get())?.downloadedPath
    for other in brought where other.downloadedPath != path { Outcome.discard(.success(other)) }
    way.finish(outcome)
  }

  // MARK: Forwarding

  /// Sends the request to the network.
  ///
  /// - Parameter end: Receives the response. If `end` is `nil`, the request ends with the response.
  func forward(to end: CallbackEnd?) throws(Failure) {
    try checkProcess()
    if end != nil { try mayAnswer() }
    let request = state.withLock { state -> URLRequest? in
      guard state.phase == .waiting, !state.isStopped else { return nil }
      state.phase = end == nil ? .ended : .forwarded
      return state.request
    }
    guard let request else { throw .endedRequest(", or its call has ended") }
    if let provider { end?.serve(provider, outlivesCall: true) }
    guard let transfer = way.forward(request, end.map { ForwardObserver(self, $0) }) else { return }
    let (isStopped, isResumed) = state.withLock { state in
      defer { state.isResumed = false }
      state.transfer = transfer
      return (state.isStopped, state.isResumed)
    }
    if isStopped { return transfer.stop() }
    if isResumed { (transfer as? any Resumable)?.resume() }
  }

  // MARK: Resuming

  /// Resumes the transfer on the network. If `transfer` is not set yet, `forward` resumes the transfer as soon as it is
  /// known.
  func resume() { (transferToResume() as? any Resumable)?.resume() }

  /// Lets the transfer on the network ask the stream of the request's body for more bytes. If `transfer` is not set
  /// yet, does the same as `resume`.
  func bodyIsReady() { (transferToResume() as? any UploadResumable)?.bodyIsReady() }

  /// Returns the transfer on the network. If the transfer is not set yet, lets `forward` resume it.
  private func transferToResume() -> (any Stoppable)? {
    state.withLock { state in
      state.isResumed = state.transfer == nil
      return state.transfer
    }
  }

  /// Passes the network's response to the program's backend. `end` is the callback that the backend passed when it
  /// forwarded the request.
  func bring(_ outcome: Result<TransferResponse, TransferError>, to end: CallbackEnd) {
    // If the backend has released the request and the callback does not answer it, nothing else can end the request.
    defer {
      let fails = state.withLock { state in
        state.callbacks -= 1
        return state.isReleased && state.callbacks == 0
      }
      if fails { failReleased() }
    }
    switch outcome {
    case .failure(let error):
      wait()
      end.tell(.failure(.underlying(error, nil)), about: subject)
    case .success(let came):
      let response = Response(
        statusCode: came.statusCode, content: came.content, request: nil, response: came.response,
        fileURL: came.downloadedPath.map { URL(filePath: $0) })
      do throws(Failure) {
        let shown = try CResponse(response)
        wait(with: (response, came))
        end.tell(shown)
      } catch {
        Outcome.discard(.success(came))
        wait()
        end.tell(.failure(.underlying(TransferError(.memory, error.message), nil)), about: subject)
      }
    }
  }

  /// Lets the request wait for the backend again. `brought` is the response of the network, which is stored in the same
  /// step: if another thread now ends the request, it finds the response and discards its file.
  private func wait(with brought: (response: Response, outcome: TransferResponse)? = nil) {
    state.withLock { state in
      state.transfer = nil
      state.callbacks += 1
      if let brought { state.brought.append(brought) }
      if state.phase == .forwarded { state.phase = .waiting }
    }
  }

  // MARK: Stopping

  /// Stops the work of the program's backend and of the network for this request. The call ends without waiting for
  /// them.
  func stop() {
    let (transfer, tells) = state.withLock { state in
      defer { state.isStopped = true }
      return (state.transfer, !state.isStopped && !state.isReleased && state.phase != .ended)
    }
    transfer?.stop()
    if tells { way.cancel?(self) }
  }
}

/// Observes a forwarded request whose response goes to the program's backend first.
private final class ForwardObserver: TransferObserver {
  private let request: CRequest
  private let end: CallbackEnd

  init(_ request: CRequest, _ end: CallbackEnd) {
    self.request = request
    self.end = end
  }

  func transferDidProgress(_ progress: TransferProgress) {}
  func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) { request.bring(outcome, to: end) }
}

extension Failure {
  /// - Parameter more: Another possible reason, for the message.
  fileprivate static func endedRequest(_ more: String) -> Failure {
    Failure(MOYA_ERROR_STATE, "the request was answered, failed or forwarded before\(more)")
  }
}

// MARK: - Changes

/// The changes that plugins and backends may make to a request.
///
/// Each change is checked. If a change is invalid, the function throws an error, and the request stays unchanged.
extension URLRequest {
  mutating func setMethod(_ method: UnsafePointer<CChar>?) throws(Failure) {
    let method = try String(method, named: "method")
    try Failure.rules { () throws(TransferError) in try RequestRules.check(method: method) }
    httpMethod = method
  }

  mutating func setURL(_ url: UnsafePointer<CChar>?) throws(Failure) {
    let url = URLReference.spelled(try String(url, named: "url"))
    try Failure.rules { () throws(TransferError) in try RequestRules.check(url: url) }
    urlText = url
  }

  /// Sets a header field. If the value is NULL, removes the field.
  ///
  /// - Parameter known: Stores the checked field. If the same field is set again later, the field need not be checked
  ///   again.
  mutating func setHeader(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, keptBy known: KnownField? = nil
  ) throws(Failure) {
    let (name, value) = try HeaderFields.field(name, value)
    setChecked(value, forHTTPHeaderField: name)
    if let known, let value { known.keep(HeaderFields.Field(name: name, value: value)) }
  }

  mutating func setBody(_ data: UnsafeRawPointer?, _ count: Int) throws(Failure) {
    let copy = try BodyBuffer.copying(data, count: count, named: "data")
    body = count == 0 ? .none : .data(copy.data)
  }
}

extension HeaderFields {
  /// Checks a field that a program sets. A NULL value means that the program removes the field.
  static func field(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
  ) throws(Failure) -> (name: String, value: String?) {
    let name = try String(name, named: "name")
    let value = value == nil ? nil : try String(value, named: "value")
    try Failure.rules { () throws(TransferError) in try RequestRules.check(name: name, value: value ?? "") }
    return (name, value)
  }
}
