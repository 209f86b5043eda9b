import Testing

@testable import MoyaCore

/// What the descriptions of two calls must have in common, so that the calls share a flight.
@Suite struct SharingKeyTests {
  private final class Differing: PreparedOverrides {}

  /// Changes of one field each. After any of them, the call no longer shares a flight with the unchanged call.
  private static let changesOfFlight: [(field: String, change: @Sendable (inout CallDescription) -> Void)] = [
    ("source", { $0.source = .ready(URLRequest(urlText: "http://h/other")) }),
    ("stub", { $0.stub = .immediate }),
    ("upload", { $0.upload = try? Upload(.uploadFile(URL(filePath: "/a")), method: .post) }),
    ("download", { $0.download = DestinationPlan { temporary, _ in (temporary, []) } }),
    ("validation", { $0.validation = .successCodes }),
    ("totalTimeout", { $0.totalTimeout = 1 }),
    ("options", { $0.options = CallOptions(maximumRedirects: 1) }),
  ]

  /// Facts that plugins read from a subject. Each row has a subject that differs in one fact.
  private static let changesOfSubject: [(fact: String, subject: ForeignSubject)] = [
    ("tags", ForeignSubject("a", tags: ["showLoading"])),
    ("needsAuth", ForeignSubject("a", needsAuth: true)),
    ("authorizationType", ForeignSubject("a", authorizationType: .bearer)),
  ]

  /// Facts that no plugin reads from the subject of a shared flight. Messages use `name`. `own` is the sample, with
  /// which a stub would respond.
  private static let unusedFacts: Set<String> = ["name", "own"]

  /// Fields that prevent sharing: a description with one of them has no key (`ReaderTests`).
  private static let neverShared: Set<String> = ["reader", "refresh"]

  private static func description(_ name: String = "a") -> CallDescription {
    CallDescription(ForeignSubject(name), source: .ready(URLRequest(urlText: "http://h/a")))
  }

  @Test func `every field of a description is in the key, or forbids one`() {
    let fields =
      Mirror(reflecting: SharingKeyTests.description()).children.compactMap(\.label).filter { $0 != "rare" }
      + Mirror(reflecting: CallDescription.RareValues()).children.compactMap(\.label)
    let known = SharingKeyTests.neverShared.union(SharingKeyTests.changesOfFlight.map(\.field))
    #expect(Set(fields) == known.union(["subject"]))
  }

  @Test func `every fact of a subject is in the key, or not used by plugins`() {
    let facts = Mirror(reflecting: ForeignSubject("a")).children.compactMap(\.label)
    #expect(Set(facts) == SharingKeyTests.unusedFacts.union(SharingKeyTests.changesOfSubject.map(\.fact)))
  }

  @Test(arguments: changesOfSubject.indices)
  func `a call about what plugins see as something else has another key`(row: Int) throws {
    let subject = SharingKeyTests.changesOfSubject[row].subject
    let description = CallDescription(subject, source: SharingKeyTests.description().source)
    #expect(
      SharingKey(description) != SharingKey(SharingKeyTests.description()),
      "\(SharingKeyTests.changesOfSubject[row].fact)")
  }

  @Test(arguments: changesOfFlight.indices)
  func `a call that differs in what a flight uses has another key`(row: Int) throws {
    var description = SharingKeyTests.description()
    let key = try #require(SharingKey(description))
    SharingKeyTests.changesOfFlight[row].change(&description)
    #expect(try #require(SharingKey(description)) != key, "\(SharingKeyTests.changesOfFlight[row].field)")
  }

  @Test func `calls of one kind have one key, whatever they are about`() throws {
    let keys = try ["a", "b"].map { try #require(SharingKey(SharingKeyTests.description($0))) }
    #expect(keys[0] == keys[1] && keys[0].hashValue == keys[1].hashValue)
  }

  @Test func `everything that a call says differently from its session is in the key`() throws {
    final class Never: RetryRule {
      func begin() {}
      func decide(
        on: Result<Response, MoyaError>, of: URLRequest?, about: any Subject, attempt: Int
      ) -> RetryDecision { .no }
    }
    let user = { URLCredential(user: $0, password: "p", persistence: .none) }
    let options = [
      nil, CallOptions(connectTimeout: 1), CallOptions(maximumRedirects: 1), CallOptions(maximumBodySize: 1),
      CallOptions(credential: user("a")), CallOptions(credential: user("b")),
      CallOptions(credential: user("a"), wantsDigest: true), CallOptions(takesAnyCoding: true),
      CallOptions(isTakenAsSent: true), CallOptions(hasOnlyOwnHeaders: true),
      CallOptions(retry: Never()), CallOptions(retry: Never()),
      CallOptions(overrides: Differing()), CallOptions(overrides: Differing()),
    ]
    let keys = try (options + options).map { options in
      var description = SharingKeyTests.description()
      description.options = options
      return try #require(SharingKey(description))
    }
    #expect(Set(keys).count == options.count)
    // The options above set all fields except `isShared`, the eleventh field, which is true for all shared calls.
    #expect(Mirror(reflecting: CallOptions()).children.count == 11, "another field needs a row here")
  }

  @Test func `a request's own timeouts are in the key`() throws {
    let keys = try [nil, 1, 2].flatMap { seconds in
      try [\URLRequest.timeoutInterval, nil].map { path in
        var request = URLRequest(urlText: "http://h/a")
        if let seconds { if let path { request[keyPath: path] = seconds } else { request.totalTimeout = seconds } }
        return try #require(SharingKey(CallDescription(ForeignSubject("a"), source: .ready(request))))
      }
    }
    #expect(Set(keys).count == 5, "the two without any are one")
  }

  @Test func `a call whose request is not made yet has no key`() {
    for source in [CallDescription.Source.failed(.requestMapping("x")), .asking { _ in }] {
      #expect(SharingKey(CallDescription(ForeignSubject("a"), source: source)) == nil)
    }
  }
}
