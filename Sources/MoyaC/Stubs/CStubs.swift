import CMoya
import MoyaCore

/// A `moya_stubs`: rules made at run time, the one added last first. A forked child has those of its parent.
///
/// Unchecked: what changes is touched inside `Fork.guarded` only.
final class CStubs: Handle, @unchecked Sendable {
  private var rules: [CStubRule] = []
  /// Counts the changes of `rules`.
  private var changes: UInt64 = 0
  private var lastID: UInt64 = 0
  private var seen: UInt64 = 0

  func add(_ given: moya_stub_rule) throws(Failure) -> UInt64 {
    let rule = try CStubRule(given)
    rule.id = Fork.guarded {
      lastID += 1
      return lastID
    }
    change { [rule] + $0 }
    return rule.id
  }

  func remove(_ id: UInt64) { change { rules in rules.filter { $0.id != id } } }

  /// Numbers are not given again.
  func reset() {
    var none: [CStubRule] = []
    Fork.guarded {
      swap(&rules, &none)
      changes += 1
      seen = 0
    }
  }

  func count(_ id: UInt64) -> UInt64 {
    let (seen, rules) = Fork.guarded { (self.seen, self.rules) }
    return id == 0 ? seen : rules.first { $0.id == id }?.count ?? 0
  }

  /// The rule for a request, which is counted; `nil`: none matches. Runs code of the caller's, without the lock.
  func rule(for exchange: Exchange) -> CStubRule? {
    let rules = Fork.guarded {
      seen += 1
      return self.rules
    }
    return rules.first { $0.matches(exchange) }
  }

  /// The rules are changed in a copy, so that no memory is allocated or freed, and no code of the caller's runs, while
  /// forks wait.
  private func change(_ body: ([CStubRule]) -> [CStubRule]) {
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

  typealias Exchange = MoyaCore.Exchange
}

/// Answers the requests of one provider by rules.
final class CStubBackend: Backend {
  private let stubs: CStubs
  private let provider: Unmanaged<Provider>?
  private let executor: any Executor

  init(_ source: StubSource, executor: any Executor) {
    stubs = source.stubs
    provider = source.provider
    self.executor = executor
  }

  var traits: BackendTraits { .watchesTotalTimeout }

  func send(_ exchange: MoyaCore.Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let rule = inCallback { stubs.rule(for: exchange) }
    let delay = rule?.delay ?? 0
    return StubBackend(delay > 0 ? .delayed(milliseconds: delay) : .immediate, executor: executor) { exchange in
      if let rule { return self.inCallback { rule.answer(exchange) } }
      guard let subject = exchange.subject as? CSubject, subject.hasSample else {
        return .failure(TransferError(noStub: "no stub rule matches", exchange))
      }
      return subject.sample(for: exchange.request)
    }.send(exchange, observer: observer)
  }

  private func inCallback<Result>(_ body: () -> Result) -> Result {
    // Outlives each of its calls.
    provider?._withUnsafeGuaranteedRef { $0.inCallback(body) } ?? body()
  }
}

extension TransferError {
  /// Nothing answers a request; `why` says it, up to the request's name.
  init(noStub why: String, _ exchange: MoyaCore.Exchange) {
    let request = "\(exchange.request.httpMethod ?? "GET") \(ShownURL.text(exchange.request.urlText))"
    self.init(.other, "\(why) \(request)")
    underlying = MissingSample(message: message)
  }
}

/// A provider's rules, and whose callbacks they run.
///
/// Unchecked: `provider` is set before the first call.
final class StubSource: @unchecked Sendable {
  let stubs: CStubs
  var provider: Unmanaged<Provider>?

  init(_ stubs: CStubs) { self.stubs = stubs }
}
