import CMoya
import MoyaCore
import Synchronization

/// A `moya_stub_rule`, copied.
///
/// Unchecked: `id` is set before the rule is shared; `user` is the caller's, and only handed to its functions.
final class CStubRule: @unchecked Sendable {
  typealias Exchange = MoyaCore.Exchange

  var id: UInt64 = 0
  /// Milliseconds.
  let delay: UInt32
  private let matcher: StubMatcher
  private let body: BodyBuffer?
  private let given: moya_stub_rule
  private let answers: [FixedSample]
  private let answered = Atomic<UInt64>(0)

  init(_ given: moya_stub_rule) throws(Failure) {
    guard (given.answer != nil) != (given.answer_count > 0) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_stub_rule has to have either `answers` or `answer`")
    }
    self.given = given
    delay = given.delay_ms
    matcher = try StubMatcher(given)
    body = given.body == nil ? nil : try .copying(given.body, count: given.body_len, named: "moya_stub_rule.body")
    answers = try FixedSample.all(given.answers, count: given.answer_count)
  }

  var count: UInt64 { answered.load(ordering: .relaxed) }

  func matches(_ exchange: Exchange) -> Bool {
    guard matcher.matches(exchange) else { return false }
    if let body, !(exchange.request.body.bytesInMemory.map { body.data == $0 } ?? false) { return false }
    guard let matches = given.matches else { return true }
    return CStubRule.show(exchange) { matches(given.user, $0) } != 0
  }

  func answer(_ exchange: Exchange) -> Result<TransferResponse, TransferError> {
    let number = Int(clamping: answered.wrappingAdd(1, ordering: .relaxed).oldValue)
    if let make = given.answer {
      return CStubRule.show(exchange) { request in
        var sample = moya_sample()
        sample.size = UInt32(MemoryLayout<moya_sample>.size)
        make(given.user, request, &sample)
        do throws(Failure) {
          if let made = try FixedSample(&sample) { return made.answer(to: exchange.request) }
        } catch {
          return .failure(TransferError(.other, "the stub rule made no sample: \(error.message)"))
        }
        return .failure(TransferError(noStub: "the stub rule made no sample for", exchange))
      }
    }
    if answers.count == 1 || given.repeat_last != 0 {
      return answers[min(number, answers.count - 1)].answer(to: exchange.request)
    }
    guard answers.indices ~= number else {
      return .failure(TransferError(noStub: "the stub rule has no answer left for", exchange))
    }
    return answers[number].answer(to: exchange.request)
  }

  private static func show<Answer>(
    _ exchange: Exchange, _ body: (UnsafePointer<moya_stub_request>) -> Answer
  ) -> Answer {
    let texts = [
      BodyBuffer(exchange.subject.name), BodyBuffer(exchange.request.httpMethod ?? "GET"),
      BodyBuffer(exchange.request.urlText), exchange.request.body.bytesInMemory.flatMap { BodyBuffer(copying: $0) },
    ]
    return withExtendedLifetime(texts) {
      var request = moya_stub_request(
        target: moya_str(texts[0]), method: moya_str(texts[1]), url: moya_str(texts[2]), body: moya_str(texts[3]),
        user: (exchange.subject as? CSubject)?.user)
      return withUnsafePointer(to: &request, body)
    }
  }
}

extension StubMatcher {
  fileprivate init(_ rule: moya_stub_rule) throws(Failure) {
    var all = StubMatcher.any
    if rule.target != nil {
      let name = try String(rule.target, named: "moya_stub_rule.target")
      all = all && StubMatcher { $0.subject.name == name }
    }
    if rule.method != nil {
      all = all && .method(Method(rawValue: try String(rule.method, named: "moya_stub_rule.method")))
    }
    if rule.url != nil { all = all && .url(try String(rule.url, named: "moya_stub_rule.url")) }
    if rule.path != nil { all = all && .path(try String(rule.path, named: "moya_stub_rule.path")) }
    let items = try CallerArray(
      rule.query, count: rule.query_count, stride: rule.query_stride, named: "moya_stub_rule.query")
    for (index, item) in items.enumerated() {
      let name = try String(item.name, named: "moya_stub_rule.query[\(index)].name")
      all = all && .query([name: try String(item.value, named: "moya_stub_rule.query[\(index)].value")])
    }
    self = all
  }
}

extension FixedSample {
  /// A caller's array, its elements as large as the first one says.
  fileprivate static func all(_ start: UnsafePointer<moya_sample>?, count: Int) throws(Failure) -> [FixedSample] {
    if count == 0 { return [] }
    guard let start else { throw .null("moya_stub_rule.answers") }
    // A count beyond what memory holds comes as a negative number.
    guard 0...10_000 ~= count else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_stub_rule.answers has more than 10000 elements")
    }
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

extension RequestBody {
  /// `nil`: there is none, or it lies elsewhere.
  fileprivate var bytesInMemory: Data? {
    guard case .data(let data) = self else { return nil }
    return data
  }
}
