import Moya

/// Gets a token once, even if many requests ask for it at the same time.
actor TokenSource {
  private(set) var fetches = 0
  private var running: _Concurrency.Task<String, any Error>?

  func token() async throws -> String {
    if let running { return try await running.value }
    fetches += 1
    let running = _Concurrency.Task<String, any Error> { "t1" }
    self.running = running
    return try await running.value
  }
}

/// The network layer of the app. It is a value, which the app can pass to other code.
struct ShopNetwork: Sendable {
  let tokens: TokenSource
  let provider: MoyaProvider<ShopAPI>

  init(
    tokens: TokenSource = TokenSource(), stubs: @escaping @Sendable (ShopAPI) -> StubBehavior,
    plugins: [any PluginType] = []
  ) {
    self.tokens = tokens
    provider = MoyaProvider(
      endpointClosure: { target in
        MoyaProvider.defaultEndpointMapping(for: target).adding(newHTTPHeaderFields: ["X-Trace": "shop"])
      },
      requestClosure: { endpoint, done in
        _Concurrency.Task {
          do {
            var request = try endpoint.urlRequest()
            request.setValue(try await tokens.token(), forHTTPHeaderField: "X-Device-Token")
            done(.success(request))
          } catch let error as MoyaError {
            done(.failure(error))
          } catch {
            done(.failure(.underlying(error, nil)))
          }
        }
      },
      stubClosure: stubs,
      plugins: [AccessTokenPlugin { _ in "access" }] + plugins)
  }

  func products(_ filter: ProductFilter) async throws -> [Product] {
    try await provider.request(.products(filter)).filterSuccessfulStatusCodes().map([Product].self, atKeyPath: "items")
  }
}
