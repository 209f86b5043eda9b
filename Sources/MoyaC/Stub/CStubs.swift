import CMoya
import MoyaCore

/// A `moya_stubs`: a list of rules that the program makes at run time. The last rule that was added is tried first. A
/// forked child has copies of the rules.
///
/// The class is `@unchecked Sendable` because its mutable state is only used inside `Fork.guarded`: under a lock, while
/// no fork can happen.
final class CStubs: Handle, @unchecked Sendable {
  private var rules: StubRuleList?
  /// How often `rules` was changed.
  private var changes: UInt64 = 0
  private var lastID: UInt64 = 0
  private var seen: UInt64 = 0
  private var record = StubRecord()

  func add(_ rule: CStubRule) -> UInt64 {
    rule.id = Fork.guarded {
      lastID += 1
      return lastID
    }
    change { StubRuleList(rule, before: $0) }
    return rule.id
  }

  func remove(_ id: UInt64) { change { StubRuleList.removing(id, from: $0) } }

  /// Removes all rules. New rules do not get the ids of the removed rules.
  func reset() {
    var none: StubRuleList?
    var empty = StubRecord(most: Fork.guarded { record.most })
    Fork.guarded {
      swap(&rules, &none)
      swap(&record, &empty)
      changes += 1
      seen = 0
    }
  }

  func count(_ id: UInt64) -> UInt64 {
    let (seen, rules) = Fork.guarded { (self.seen, self.rules) }
    return id == 0 ? seen : StubRuleList.rules(rules).first { $0.id == id }?.count ?? 0
  }

  /// Returns the first rule that matches a request, or `nil` if none matches. Counts the request in `seen`. Holds no
  /// lock while it runs the functions with which the program decides if a rule matches.
  func rule(for received: ReceivedRequest) -> CStubRule? {
    let rules = Fork.guarded {
      seen += 1
      return self.rules
    }
    return StubRuleList.rules(rules).first { $0.matches(received) }
  }

  /// Returns a text for a message. The text names the rule that is most similar to the request, and the conditions of
  /// this rule that the request does not meet. Empty if there is no rule.
  func nearest(to received: ReceivedRequest) -> String {
    let rules = Fork.guarded { self.rules }
    let near = StubRuleList.rules(rules).map { (id: $0.id, names: $0.differences(from: received)) }
      .min { $0.names.count < $1.names.count }
    return near.map { ": the nearest rule, \($0.id), differs in \($0.names.joined(separator: ", "))" } ?? ""
  }

  // MARK: The record

  func record(most: Int) throws(Failure) {
    guard 0...StubRecord.largest ~= most else { throw .argument("most is more than \(StubRecord.largest)") }
    var empty = StubRecord(most: most)
    Fork.guarded { swap(&record, &empty) }
  }

  var isRecording: Bool { Fork.guarded { !record.isFull } }

  func append(_ request: ShownRequest) { Fork.guarded { record.append(request) } }

  var recordCount: Int { Fork.guarded { record.count } }

  func recorded(at index: Int) -> UnsafePointer<moya_stub_request>? { Fork.guarded { record.pointer(at: index) } }

  /// Makes a changed list of the rules and then stores it. `body` makes the list outside `Fork.guarded`, because it
  /// allocates memory and may run functions of the caller. Only the store is inside `Fork.guarded`, because a fork must
  /// wait for the code there.
  private func change(_ body: (StubRuleList?) -> StubRuleList?) {
    var isDone = false
    while !isDone {
      let (before, number) = Fork.guarded { (self.rules, self.changes) }
      var after = body(before)
      isDone = Fork.guarded {
        if changes != number { return false }
        swap(&rules, &after)
        changes += 1
        return true
      }
    }
  }
}

/// A list of rules, newest first. Two lists can have the same `rest`, so adding a rule copies no other rule. `nil` is
/// the empty list.
///
/// The class is `@unchecked Sendable` because only `deinit` changes `rest`.
private final class StubRuleList: @unchecked Sendable {
  let rule: CStubRule
  private(set) var rest: StubRuleList?

  init(_ rule: CStubRule, before rest: StubRuleList?) {
    self.rule = rule
    self.rest = rest
  }

  /// Releases the rules in `rest` one by one. Without this loop, each element would release the next one inside its own
  /// `deinit`, and a long list would overflow the stack.
  deinit {
    var list = self.rest.take()
    while isKnownUniquelyReferenced(&list) {
      let next = list?.rest.take()
      list = next
    }
  }

  static func rules(_ list: StubRuleList?) -> some Sequence<CStubRule> {
    sequence(state: list) { list -> CStubRule? in
      let rule = list?.rule
      list = list?.rest
      return rule
    }
  }

  static func removing(_ id: UInt64, from list: StubRuleList?) -> StubRuleList? {
    let newer = rules(list).prefix(while: { $0.id != id })
    var older = list
    for _ in newer { older = older?.rest }
    guard let older else { return list }  // no rule has this id
    return newer.reversed().reduce(older.rest) { StubRuleList($1, before: $0) }
  }
}

/// A backend that answers the requests of one provider according to rules.
final class CStubBackend: Backend {
  private let stubs: CStubs
  private unowned(unsafe) let provider: Provider?
  private let executor: any Executor
  /// The backend that receives the requests that a rule passes to the network.
  private let network: any Backend

  init(_ source: StubSource, executor: any Executor, network: any Backend) {
    stubs = source.stubs
    provider = source.provider
    self.executor = executor
    self.network = network
  }

  var traits: BackendTraits { network.traits.intersection(.watchesTotalTimeout).union(.choosesFiles) }

  func send(_ exchange: MoyaCore.Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let received = ReceivedRequest(exchange)
    do throws(TransferError) {
      try RequestRules.check(exchange.request)
      let rule = inCallback { stubs.rule(for: received) }
      let decision = rule?.decide() ?? .none
      record(received, rule, decision)
      if case .pass = decision { return network.send(try received.moving(), observer: observer) }
      let delay = rule?.delay ?? 0
      return StubBackend(delay > 0 ? .delayed(milliseconds: delay) : .immediate, executor: executor) { exchange in
        if let rule { return self.inCallback { rule.answer(received, as: decision) } }
        guard let subject = exchange.subject as? CSubject, subject.hasSample else {
          let more = self.stubs.nearest(to: received)
          return .failure(TransferError(noStub: "no stub rule matches", exchange, more))
        }
        return subject.sample(for: exchange.request)
      }.deliver(exchange, to: observer)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
  }

  private func record(_ received: ReceivedRequest, _ rule: CStubRule?, _ decision: CStubRule.Decision) {
    guard stubs.isRecording else { return }
    let answered: Int
    switch decision {
    case .answer, .make: answered = MOYA_STUBBED_BY_RULE
    case .pass: answered = MOYA_STUBBED_BY_NETWORK
    case .none:
      let hasSample = rule == nil && (received.exchange.subject as? CSubject)?.hasSample == true
      answered = hasSample ? MOYA_STUBBED_BY_SAMPLE : MOYA_STUBBED_BY_NOTHING
    }
    // The network reads the streams of the requests that it receives. For other requests, the streams are read here, so
    // that the record contains their bytes.
    if answered != MOYA_STUBBED_BY_NETWORK { received.readStreams() }
    stubs.append(ShownRequest(received, rule: rule?.id ?? 0, answered: answered))
  }

  private func inCallback<Result>(_ body: () -> Result) -> Result {
    // The provider outlives each of its calls.
    provider?.inCallback(body) ?? body()
  }
}

extension TransferError {
  /// Makes the error for a request that no stub answers. In the message, `why` comes before the request, and `more`
  /// comes after it.
  init(noStub why: String, _ exchange: MoyaCore.Exchange, _ more: String = "") {
    let request = "\(exchange.request.httpMethod ?? "GET") \(ShownURL.text(exchange.request.urlText))"
    self.init(.other, "\(why) \(request)\(more)")
    underlying = MissingSample(message: message)
  }
}

/// The rules of a provider, and the provider itself, because the functions of the rules are the provider's callbacks.
///
/// The class is `@unchecked Sendable` because `provider` is set before the first call.
final class StubSource: @unchecked Sendable {
  let stubs: CStubs
  unowned(unsafe) var provider: Provider?

  init(_ stubs: CStubs) { self.stubs = stubs }
}

// MARK: - The record

/// A `moya_stub_request` with the memory to which its pointers point. It never changes after it was made.
final class ShownRequest {
  let pointer: UnsafeMutablePointer<moya_stub_request>
  private let texts: [BodyBuffer?]
  private let headers: UnsafeMutableBufferPointer<moya_header>

  /// - Parameter rule: The id of the rule that matched. 0 if no rule matched.
  init(_ received: ReceivedRequest, rule: UInt64, answered: Int) {
    let (exchange, request) = (received.exchange, received.request)
    let fields = request.headerFields.fields
    var texts = [
      BodyBuffer(exchange.subject.name), BodyBuffer(request.httpMethod ?? "GET"), BodyBuffer(request.urlText),
      received.body.flatMap { BodyBuffer(copying: $0) },
    ]
    headers = .allocate(capacity: fields.count)
    for (index, field) in fields.enumerated() {
      let (name, value) = (BodyBuffer(field.name), BodyBuffer.fieldValue(field.value))
      texts += [name, value]
      headers.initializeElement(at: index, to: moya_header(name: moya_str(name).data, value: moya_str(value).data))
    }
    pointer = .allocate(capacity: 1)
    pointer.initialize(
      to: moya_stub_request(
        size: UInt32(MemoryLayout<moya_stub_request>.size), header_stride: UInt32(MemoryLayout<moya_header>.stride),
        target: moya_str(texts[0]), method: moya_str(texts[1]), url: moya_str(texts[2]),
        headers: UnsafePointer(headers.baseAddress), header_count: fields.count, body: moya_str(texts[3]), rule: rule,
        answered: moya_stubbed_by(answered), reserved: 0, user: (exchange.subject as? CSubject)?.user))
    self.texts = texts
  }

  deinit {
    pointer.deallocate()
    headers.deallocate()
  }
}

/// The first requests that were received after the record was started.
///
/// The record's memory is allocated before a request comes. So no memory is allocated under the lock of `Fork.guarded`.
struct StubRecord {
  static let largest = 1_000_000

  private var requests: [ShownRequest?]
  private(set) var count = 0

  init(most: Int = 0) { requests = Array(repeating: nil, count: most) }

  var most: Int { requests.count }
  var isFull: Bool { count >= requests.count }

  mutating func append(_ request: ShownRequest) {
    guard !isFull else { return }
    requests[count] = request
    count += 1
  }

  /// Returns a recorded request. It is valid as long as the record.
  func pointer(at index: Int) -> UnsafePointer<moya_stub_request>? {
    0..<count ~= index ? UnsafePointer(requests[index]?.pointer) : nil
  }
}
