import Testing

@testable import MoyaCore

/// What two orders must have in common to share a flight.
@Suite struct SharingKeyTests {
  private final class Differing: PreparedOverrides {}

  /// Changes of one field each. After any of them, the order no longer shares a flight with the unchanged order.
  private static let changesOfFlight: [(field: String, change: @Sendable (inout Order) -> Void)] = [
    ("source", { $0.source = .ready(URLRequest(urlText: "http://h/other")) }),
    ("stub", { $0.stub = .immediate }),
    ("upload", { $0.upload = try? Upload(.uploadFile(URL(filePath: "/a")), method: .post) }),
    ("download", { $0.download = DestinationPlan { temporary, _ in (temporary, []) } }),
    ("validation", { $0.validation = .successCodes }),
    ("totalTimeout", { $0.totalTimeout = 1 }),
    ("options", { $0.options = OrderOptions(maximumRedirects: 1) }),
  ]

  /// Facts of a subject that plugins ask for, each with a subject that differs in it.
  private static let changesOfSubject: [(fact: String, subject: ForeignSubject)] = [
    ("tags", ForeignSubject("a", tags: ["showLoading"])),
    ("needsAuth", ForeignSubject("a", needsAuth: true)),
    ("authorizationType", ForeignSubject("a", authorizationType: .bearer)),
  ]

  /// Facts that no plugin uses for the subject of a shared flight. The name is for messages, and a sample is not sent.
  private static let unusedFacts: Set<String> = ["name", "own"]

  /// Fields that prevent sharing: an order with one of them has no key (`ReaderTests`).
  private static let neverShared: Set<String> = ["reader", "refresh"]

  private static func order(_ name: String = "a") -> Order {
    Order(ForeignSubject(name), source: .ready(URLRequest(urlText: "http://h/a")))
  }

  @Test func `every field of an order is in the key, or forbids one`() {
    let fields =
      Mirror(reflecting: SharingKeyTests.order()).children.compactMap(\.label).filter { $0 != "rare" }
      + Mirror(reflecting: Order.RareValues()).children.compactMap(\.label)
    let known = SharingKeyTests.neverShared.union(SharingKeyTests.changesOfFlight.map(\.field))
    #expect(Set(fields) == known.union(["subject"]))
  }

  @Test func `every fact of a subject is in the key, or not used by plugins`() {
    let facts = Mirror(reflecting: ForeignSubject("a")).children.compactMap(\.label)
    #expect(Set(facts) == SharingKeyTests.unusedFacts.union(SharingKeyTests.changesOfSubject.map(\.fact)))
  }

  @Test(arguments: changesOfSubject.indices)
  func `an order about what plugins see as something else has another key`(row: Int) throws {
    let subject = SharingKeyTests.changesOfSubject[row].subject
    let order = Order(subject, source: SharingKeyTests.order().source)
    #expect(SharingKey(order) != SharingKey(SharingKeyTests.order()), "\(SharingKeyTests.changesOfSubject[row].fact)")
  }

  @Test(arguments: changesOfFlight.indices)
  func `an order that differs in what a flight uses has another key`(row: Int) throws {
    var order = SharingKeyTests.order()
    let key = try #require(SharingKey(order))
    SharingKeyTests.changesOfFlight[row].change(&order)
    #expect(try #require(SharingKey(order)) != key, "\(SharingKeyTests.changesOfFlight[row].field)")
  }

  @Test func `orders of one kind have one key, whatever they are about`() throws {
    let keys = try ["a", "b"].map { try #require(SharingKey(SharingKeyTests.order($0))) }
    #expect(keys[0] == keys[1] && keys[0].hashValue == keys[1].hashValue)
  }

  @Test func `everything that an order says differently from its session is in the key`() throws {
    final class Never: RetryRule {
      func begin() {}
      func decide(
        on: Result<Response, MoyaError>, of: URLRequest?, about: any Subject, attempt: Int
      ) -> RetryDecision { .no }
    }
    let user = { URLCredential(user: $0, password: "p", persistence: .none) }
    let options = [
      nil, OrderOptions(connectTimeout: 1), OrderOptions(maximumRedirects: 1), OrderOptions(maximumBodySize: 1),
      OrderOptions(credential: user("a")), OrderOptions(credential: user("b")),
      OrderOptions(credential: user("a"), wantsDigest: true), OrderOptions(takesAnyCoding: true),
      OrderOptions(isTakenAsSent: true), OrderOptions(hasOnlyOwnHeaders: true),
      OrderOptions(retry: Never()), OrderOptions(retry: Never()),
      OrderOptions(overrides: Differing()), OrderOptions(overrides: Differing()),
    ]
    let keys = try (options + options).map { options in
      var order = SharingKeyTests.order()
      order.options = options
      return try #require(SharingKey(order))
    }
    #expect(Set(keys).count == options.count)
    // All fields except `isShared`, which is true for all shared orders.
    #expect(Mirror(reflecting: OrderOptions()).children.count == 11, "another field needs a row here")
  }

  @Test func `a request's own timeouts are in the key`() throws {
    let keys = try [nil, 1, 2].flatMap { seconds in
      try [\URLRequest.timeoutInterval, nil].map { path in
        var request = URLRequest(urlText: "http://h/a")
        if let seconds { if let path { request[keyPath: path] = seconds } else { request.totalTimeout = seconds } }
        return try #require(SharingKey(Order(ForeignSubject("a"), source: .ready(request))))
      }
    }
    #expect(Set(keys).count == 5, "the two without any are one")
  }

  @Test func `an order whose request is not made yet has no key`() {
    for source in [Order.Source.failed(.requestMapping("x")), .asking { _ in }] {
      #expect(SharingKey(Order(ForeignSubject("a"), source: source)) == nil)
    }
  }
}
