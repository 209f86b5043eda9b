import Moya
import MoyaTestSupport
import Testing

@Suite struct SessionConfigurationTests {
  /// Makes a configuration in which no property has its default.
  private func unusual() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.headers = ["X-Client": "tests"]
    configuration.timeoutIntervalForRequest = 1
    configuration.timeoutIntervalForResource = 2
    configuration.timeoutIntervalForConnect = 3
    configuration.httpMaximumConnectionsPerHost = 4
    configuration.certificateAuthorityFile = "/ca.pem"
    configuration.proxy = "http://proxy:3128"
    configuration.tls.minimumVersion = .tls13
    configuration.addressGuard = AddressGuard()
    configuration.connection.http = .http1
    configuration.authentication = .bearer("token")
    configuration.maximumHeaderSize = 9999
    configuration.maximumRedirects = 5
    configuration.originBoundHeaders = ["X-Tenant"]
    configuration.maximumBodySize = 6
    configuration.acceptsAnyContentCoding = true
    configuration.allowsBodyInGET = true
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.networkServiceType = .background
    configuration.waitsForConnectivity = true
    configuration.allowsCellularAccess = false
    configuration.allowsExpensiveNetworkAccess = false
    configuration.allowsConstrainedNetworkAccess = false
    configuration.httpShouldUsePipelining = true
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.httpCookieStorage = HTTPCookieStorage()
    configuration.hstsStorage = HSTSStorage()
    configuration.urlCredentialStorage = nil
    return configuration
  }

  private func values(_ configuration: URLSessionConfiguration) -> [String: String] {
    let settings = Mirror(reflecting: configuration[dynamicMember: \.self]).children
    return Dictionary(uniqueKeysWithValues: settings.map { ($0.label ?? "", "\($0.value)") })
  }

  @Test func `a session tells what it was made of`() {
    let configuration = unusual()
    let defaults = values(URLSessionConfiguration())
    #expect(defaults.count == 28)
    for (name, value) in values(configuration) { #expect(value != defaults[name], "\(name)") }
    #expect(values(Session(configuration: configuration).sessionConfiguration) == values(configuration))
    #expect(Session().sessionConfiguration.httpAdditionalHeaders?["User-Agent"] != nil)
  }

  @Test func `what becomes of a configuration later has no effect on the session`() {
    let configuration = unusual()
    let session = Session(configuration: configuration)
    configuration.timeoutIntervalForRequest = 60
    session.sessionConfiguration.timeoutIntervalForRequest = 90
    #expect(session.sessionConfiguration.timeoutIntervalForRequest == 1)
  }

  @Test func `threads may share a configuration, and no setting is lost`() {
    let configuration = URLSessionConfiguration.default
    DispatchQueue.concurrentPerform(iterations: 100) { index in
      if index.isMultiple(of: 2) {
        configuration.maximumBodySize = 7
      } else {
        configuration.maximumRedirects = 7
      }
    }
    #expect(configuration.maximumBodySize == 7 && configuration.maximumRedirects == 7)
  }

  /// Returns the request that a server gets from a session of this configuration.
  private func arrived(
    _ configuration: URLSessionConfiguration, headers: [String: String]? = nil
  ) throws -> EchoServer.Request {
    let server = try EchoServer()
    defer { server.stop() }
    var target = Probe(server.host)
    target.headers = headers
    let ending = Ending()
    MoyaProvider<Probe>(session: Session(configuration: configuration)).request(target, completion: ending.completion)
    _ = try ending.response()
    return try #require(server.requests.first)
  }

  @Test(arguments: [URLSessionConfiguration.default, .ephemeral, .af.default])
  func `every session says who it is and what it decodes`(configuration: URLSessionConfiguration) throws {
    let request = try arrived(configuration)
    #expect(request.header("User-Agent")?.contains(" libmoya/") == true)
    #expect(request.header("Accept-Encoding") == HTTPHeader.defaultAcceptEncoding.value)
  }

  @Test func `what a session or a request says of itself is sent instead`() throws {
    let configuration = URLSessionConfiguration.default
    configuration.headers = ["user-agent": "app/2"]
    let request = try arrived(configuration, headers: ["accept-encoding": "identity"])
    #expect(request.header("User-Agent") == "app/2")
    #expect(request.header("Accept-Encoding") == "identity")
  }

  /// Stores the idle timeout of the last request, in milliseconds.
  private final class Listening: Backend {
    let idleTimeout = Locked<UInt32?>(nil)

    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      idleTimeout.with { $0 = exchange.options.idleTimeout }
      observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data()))))
      return nil
    }
  }

  private func idleTimeout(session: TimeInterval, request: TimeInterval?) throws -> UInt32? {
    let backend = Listening()
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForRequest = session
    let provider = MoyaProvider<Probe>(
      requestClosure: { endpoint, done in
        done(
          Result {
            var built = try endpoint.urlRequest()
            if let request { built.timeoutInterval = request }
            return built
          }.mapError { .underlying($0, nil) })
      }, callbackQueue: DispatchQueue(label: "timeouts"),
      session: Session(configuration: configuration, backend: backend))
    let ending = Ending()
    provider.request(Probe(), completion: ending.completion)
    _ = try ending.response()
    return backend.idleTimeout.current
  }

  @Test(arguments: [nil, 5, 60, 0, -1, .nan] as [TimeInterval?])
  func `a request's own timeout wins over the session's, if it is one`(own: TimeInterval?) throws {
    let milliseconds: UInt32 = own == 5 ? 5000 : own == 60 ? 60_000 : 300
    #expect(try idleTimeout(session: 0.3, request: own) == milliseconds)
  }

  @Test(arguments: [0, -1, .nan] as [TimeInterval])
  func `a session's timeout that is none is the default one`(seconds: TimeInterval) throws {
    #expect(try idleTimeout(session: seconds, request: nil) == 60_000)
  }
}
