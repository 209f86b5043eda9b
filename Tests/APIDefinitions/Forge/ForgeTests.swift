import Dispatch
import Foundation
import Moya
import Testing

struct `An API written in Swift 5 with Foundation` {
  @Test func `gives every case its request, after a token was fetched`() {
    let store = TokenStore()
    let network = ForgeNetwork(store: store, stub: MoyaProvider.immediatelyStub)
    for (target, line, body) in ForgeRows.all {
      guard let request = network.answer(target)?.request else {
        Issue.record("no answer to \(target)")
        continue
      }
      #expect("\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")" == line)
      #expect(bodyText(request) == body)
      #expect(request.value(forHTTPHeaderField: "X-Session") == "fresh")
    }
    #expect(store.fetches == 1)
    #expect(network.log.began == ForgeRows.all.count)
    #expect(network.log.ended == ForgeRows.all.count)
  }

  @Test func `has a row for every case`() {
    let names = Set(ForgeRows.all.map { "\($0.0)".prefix { $0 != "(" } })
    #expect(names.count == 50)
  }

  @Test func `sends each target's kind of authorization`() {
    let network = ForgeNetwork(store: TokenStore(), stub: MoyaProvider.immediatelyStub)
    func authorization(_ target: ForgeAPI) -> String? {
      return network.answer(target)?.request?.value(forHTTPHeaderField: "Authorization")
    }
    #expect(authorization(.currentUser) == "Bearer fresh")
    #expect(authorization(.exportAccount) == "Basic fresh")
    #expect(authorization(.graphQL(query: "", variables: [:])) == "token fresh")
    #expect(authorization(.rateLimit) == nil)
  }

  @Test func `maps samples, and logs answers with the project's own formatter`() throws {
    let network = ForgeNetwork(store: TokenStore(), stub: MoyaProvider.delayedStub(0.01))
    let response = try #require(network.answer(.repositories(owner: "octo", sort: nil, page: 1)))
    let repositories = try response.map([Repository].self)
    #expect(repositories == [Repository(id: 1, fullName: "octo/a", isPrivate: false)])
    let json = try response.mapJSON() as? [[String: Any]]
    #expect(json?.first?["full_name"] as? String == "octo/a")
    #expect(network.log.lines.contains("HTTP Request Method: GET"))
    #expect(network.log.lines.contains { $0.hasPrefix("Response Body: [\n") })
  }

  @Test func `reports what the request closure reports`() {
    let network = ForgeNetwork(store: TokenStore(), stub: MoyaProvider.immediatelyStub)
    let done = DispatchSemaphore(value: 0)
    var failure: MoyaError?
    network.provider.request(.editRepository(owner: "o", name: "n", changes: ["at": Date()])) { result in
      if case let .failure(error) = result { failure = error }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
    guard case .parameterEncoding? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  private func bodyText(_ request: URLRequest) -> String? {
    let type = request.value(forHTTPHeaderField: "Content-Type")
    if type == nil, request.httpBody == nil { return nil }
    let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    return (type ?? "-").components(separatedBy: " boundary=")[0] + " " + body
  }
}

extension ForgeNetwork {
  /// Returns the response to a target. Returns `nil` after a failure, or if no response comes within a minute.
  func answer(_ target: ForgeAPI) -> Response? {
    let done = DispatchSemaphore(value: 0)
    var answer: Response?
    provider.request(target) { result in
      switch result {
      case let .success(response): answer = response
      case let .failure(error): print(error.errorDescription ?? "")
      }
      done.signal()
    }
    return done.wait(timeout: .now() + 60) == .success ? answer : nil
  }
}
