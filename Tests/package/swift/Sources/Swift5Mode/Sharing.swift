import Moya

// Values of these types can be globals, and tasks can share them, as with Apple's and Alamofire's types of the same
// names.

let configuration = URLSessionConfiguration.default

struct Adapter: RequestInterceptor {}

let interceptor: any RequestInterceptor = Interceptor(interceptors: [Adapter()])

func share() async -> Int {
  configuration.timeoutIntervalForRequest = 5
  let own = URLSessionConfiguration.ephemeral
  async let connections = _Concurrency.Task.detached { own.httpMaximumConnectionsPerHost }.value
  let session = Session(configuration: configuration, interceptor: interceptor)
  return await connections + session.requestCount
}
