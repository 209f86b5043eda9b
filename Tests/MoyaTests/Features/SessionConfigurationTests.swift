import Moya
import Testing

@Suite struct SessionConfigurationTests {
  /// Every property with a value that is not its default.
  private func unusual() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.headers = ["X-Client": "tests"]
    configuration.timeoutIntervalForRequest = 1
    configuration.timeoutIntervalForResource = 2
    configuration.timeoutIntervalForConnect = 3
    configuration.httpMaximumConnectionsPerHost = 4
    configuration.certificateAuthorityFile = "/ca.pem"
    configuration.proxy = "http://proxy:3128"
    configuration.maximumRedirects = 5
    configuration.originBoundHeaders = ["X-Tenant"]
    configuration.maximumBodySize = 6
    configuration.allowsBodyInGET = true
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  private func values(_ configuration: URLSessionConfiguration) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: configuration).children.map { ($0.label ?? "", "\($0.value)") })
  }

  @Test func `a session tells what it was made of`() {
    let configuration = unusual()
    let defaults = values(URLSessionConfiguration())
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
}
