import Moya
import Testing

struct `An API written in Swift 6 with Moya alone` {
  @Test func `gives every case its request, after a token was fetched`() async throws {
    let network = ShopNetwork(stubs: MoyaProvider.immediatelyStub)
    for (target, line, body) in ShopRows.all {
      let request = try #require(try await network.provider.request(target).request, "\(target)")
      #expect("\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")" == line)
      #expect(bodyText(request) == body)
      #expect(request.value(forHTTPHeaderField: "X-Device-Token") == "t1")
      #expect(request.value(forHTTPHeaderField: "X-Trace") == "shop")
      #expect(request.value(forHTTPHeaderField: "Authorization") == (target.needsAuth ? "Bearer access" : nil))
    }
    #expect(await network.tokens.fetches == 1)
  }

  @Test func `has a row for every case`() {
    let names = Set(ShopRows.all.map { "\($0.0)".prefix { $0 != "(" } })
    // `track` has no row, because its response is a failure. Another test checks this failure.
    #expect(names.count == 47)
  }

  @Test func `maps a sample at a key path`() async throws {
    let network = ShopNetwork(stubs: MoyaProvider.immediatelyStub)
    #expect(try await network.products(ProductFilter()) == [Product(sku: "A1", price: 9.5)])
  }

  @Test func `answers with the target's own sample response`() async throws {
    let network = ShopNetwork(stubs: MoyaProvider.immediatelyStub)
    let registration = Registration(email: "", password: "", referrer: nil)
    #expect(try await network.provider.request(.register(registration)).statusCode == 201)
    let order = try await network.provider.request(.order(9))
    #expect(order.response?.value(forHTTPHeaderField: "etag") == "\"9\"")
  }

  @Test func `a refused status is a failure with the answer in it`() async {
    let network = ShopNetwork(stubs: MoyaProvider.immediatelyStub)
    let error = await #expect(throws: MoyaError.self) {
      try await network.provider.request(.track(parcel: "p"))
    }
    #expect(error?.response?.statusCode == 404)
    #expect(error?.message == "The server answered with status 404.")
  }

  private func bodyText(_ request: URLRequest) -> String? {
    let type = request.value(forHTTPHeaderField: "Content-Type")
    if type == nil, request.httpBody == nil { return nil }
    let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    return "\((type ?? "-").prefix { $0 != ";" }) \(body)"
  }
}
