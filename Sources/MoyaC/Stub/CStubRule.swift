import CMoya
import MoyaCore
import Synchronization

/// A copy of a `moya_stub_rule`.
///
/// The class is `@unchecked Sendable` because `id` is set before the rule is shared. `user` belongs to the caller and
/// is only passed to the caller's functions.
final class CStubRule: @unchecked Sendable {
  var id: UInt64 = 0
  /// The delay of a response in milliseconds.
  let delay: UInt32
  /// The conditions of the rule. Each condition has the name of its field in `moya_stub_rule`.
  private let conditions: [(name: String, matcher: StubMatcher)]
  private let given: moya_stub_rule
  /// The object that owns `user`.
  private let kept: KeptBytes?
  private let answers: [FixedSample]
  private let asked = Atomic<UInt64>(0)

  /// The way in which one request is answered.
  enum Decision {
    /// `answer` uses the response with this number. `make` calls the rule's function `answer`. `pass` sends the request
    /// to the network.
    case answer(number: Int)
    case make
    case pass
    /// The rule has no response left.
    case none
  }

  init(_ given: moya_stub_rule) throws(Failure) {
    // This object releases `user`. It is made before a line below can throw, so that `user` is released after an error.
    kept = KeptBytes(given.release_user, given.user, provider: nil)
    let ways = [given.answer != nil, given.answer_count > 0, given.pass_through != 0].count { $0 }
    guard ways == 1 else {
      throw .argument("moya_stub_rule has to have one of `answers`, `answer` and `pass_through`, not \(ways)")
    }
    guard given.pass_through == 0 || given.delay_ms == 0 else {
      throw .argument("moya_stub_rule.delay_ms is given, which pass_through does not take")
    }
    guard given.reserved == 0 else { throw .argument("moya_stub_rule.reserved is not 0") }
    self.given = given
    delay = given.delay_ms
    conditions = try CStubRule.conditions(of: given)
    answers = try FixedSample.all(given.answers, count: given.answer_count)
  }

  /// The number of requests that matched the rule.
  var count: UInt64 { asked.load(ordering: .relaxed) }

  func matches(_ received: ReceivedRequest) -> Bool {
    guard conditions.allSatisfy({ $0.matcher.matches(received) }) else { return false }
    guard let matches = given.matches else { return true }
    return show(received) { matches(given.user, $0) } != 0
  }

  /// Returns the names of the conditions that a request does not meet. This function does not call `matches` of the
  /// program again.
  func differences(from received: ReceivedRequest) -> [String] {
    let names = conditions.filter { !$0.matcher.matches(received) }.map(\.name)
    return names.isEmpty ? ["matches"] : names
  }

  /// Counts the request and decides how to answer it.
  func decide() -> Decision {
    let number = Int(clamping: asked.wrappingAdd(1, ordering: .relaxed).oldValue)
    if given.pass_through != 0 { return .pass }
    if given.answer != nil { return .make }
    if answers.count == 1 || given.repeat_last != 0 { return .answer(number: min(number, answers.count - 1)) }
    return answers.indices ~= number ? .answer(number: number) : .none
  }

  /// Returns the response for a decision other than `.pass`.
  func answer(_ received: ReceivedRequest, as decision: Decision) -> Result<TransferResponse, TransferError> {
    switch decision {
    case .answer(let number) where answers.indices ~= number:
      answers[number].answer(to: received.exchange.request)
    case .make: made(for: received)
    default: .failure(TransferError(noStub: "the stub rule has no answer left for", received.exchange))
    }
  }

  private func made(for received: ReceivedRequest) -> Result<TransferResponse, TransferError> {
    show(received) { request in
      var sample = moya_sample()
      sample.size = UInt32(MemoryLayout<moya_sample>.size)
      given.answer?(given.user, request, &sample)
      do throws(Failure) {
        if let made = try FixedSample(&sample) { return made.answer(to: received.exchange.request) }
      } catch {
        return .failure(TransferError(.other, "the stub rule made no sample: \(error.message)"))
      }
      return .failure(TransferError(noStub: "the stub rule made no sample for", received.exchange))
    }
  }

  private func show<Answer>(_ received: ReceivedRequest, _ body: (UnsafePointer<moya_stub_request>) -> Answer) -> Answer
  {
    let shown = ShownRequest(received, rule: id, answered: MOYA_STUBBED_BY_RULE)
    return withExtendedLifetime(shown) { body(shown.pointer) }
  }
}

extension CStubRule {
  private static func conditions(of rule: moya_stub_rule) throws(Failure) -> [(name: String, matcher: StubMatcher)] {
    var all: [(name: String, matcher: StubMatcher)] = []
    if rule.target != nil {
      let name = try String(rule.target, named: "moya_stub_rule.target")
      all.append(("target", StubMatcher { $0.subject.name == name }))
    }
    if rule.method != nil {
      all.append(("method", .method(Method(rawValue: try String(rule.method, named: "moya_stub_rule.method")))))
    }
    if rule.url != nil { all.append(("url", .url(try String(rule.url, named: "moya_stub_rule.url")))) }
    if rule.path != nil { all.append(("path", .path(try String(rule.path, named: "moya_stub_rule.path")))) }
    let (query, isExact) = (try items(rule), rule.exact_query != 0)
    if !query.isEmpty || isExact { all.append(("query", .query(query, exactly: isExact))) }
    let fields = try fields(rule)
    if !fields.isEmpty { all.append(("headers", .headers(fields))) }
    if rule.body != nil {
      let body = try BodyBuffer.copying(rule.body, count: rule.body_len, named: "moya_stub_rule.body").data
      all.append(("body", .body(body)))
    }
    if rule.json != nil {
      let text = try String(rule.json, named: "moya_stub_rule.json")
      guard JSONEquality.areEqual(Data(text.utf8), Data(text.utf8)) else {
        throw .argument("moya_stub_rule.json is not JSON")
      }
      all.append(("json", .json(text)))
    }
    return all
  }

  private static func items(_ rule: moya_stub_rule) throws(Failure) -> [(name: String, value: String)] {
    let given = try CallerArray(
      rule.query, count: rule.query_count, stride: rule.query_stride, named: "moya_stub_rule.query")
    var items: [(name: String, value: String)] = []
    for (index, item) in given.enumerated() {
      items.append(
        (
          try String(item.name, named: "moya_stub_rule.query[\(index)].name"),
          try String(item.value, named: "moya_stub_rule.query[\(index)].value")
        ))
    }
    return items
  }

  private static func fields(_ rule: moya_stub_rule) throws(Failure) -> [(name: String, value: String?)] {
    let given = try CallerArray(
      rule.headers, count: rule.header_count, stride: rule.header_stride, named: "moya_stub_rule.headers")
    var fields: [(name: String, value: String?)] = []
    for (index, field) in given.enumerated() {
      let name = try String(field.name, named: "moya_stub_rule.headers[\(index)].name")
      let value = field.value == nil ? nil : try String(field.value, named: "moya_stub_rule.headers[\(index)].value")
      fields.append((name, value))
    }
    return fields
  }
}

extension FixedSample {
  /// Copies a caller's array. The size that the first element states is the distance between elements.
  fileprivate static func all(_ start: UnsafePointer<moya_sample>?, count: Int) throws(Failure) -> [FixedSample] {
    if count == 0 { return [] }
    guard let start else { throw .null("moya_stub_rule.answers") }
    // A `size_t` of C above the maximum of `Int` arrives here as a negative number.
    guard 0...10_000 ~= count else { throw .argument("moya_stub_rule.answers has more than 10000 elements") }
    let stride = Int(start.pointee.size)
    var samples: [FixedSample] = []
    for index in 0..<count {
      let place = UnsafeRawPointer(start) + index * stride
      guard let sample = try FixedSample(place.assumingMemoryBound(to: moya_sample.self)) else { continue }
      samples.append(sample)
    }
    return samples
  }
}
