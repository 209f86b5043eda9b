import Moya
import MoyaTestSupport
import Testing

@Suite struct MultiTargetProviderTests {
  private let provider = MoyaProvider<MultiTarget>(stubClosure: MoyaProvider.immediatelyStub)

  private var target: Probe {
    var target = Probe("example.com", "/endpoint")
    target.method = .post
    target.headers = ["key": "value"]
    target.sampleData = Data("sample data".utf8)
    return target
  }

  @Test func `behaviour 95, behaviour 96, behaviour 97, behaviour 98: a struct target goes through a MultiTarget`()
    throws
  {
    let ending = Ending()
    provider.request(MultiTarget(target), completion: ending.completion)
    let response = try ending.response()
    #expect(response.request?.url?.absoluteString == "http://example.com/endpoint")
    #expect(response.request?.httpMethod == "POST")
    #expect(response.request?.allHTTPHeaderFields?["key"] == "value")
    #expect(response.data == Data("sample data".utf8))
  }

  @Test func `behaviour 99: an empty path keeps the base URL, its query included`() throws {
    let url = "http://example.com/123/somepath?X-ABC-Asd=123"
    var target = Probe()
    target.baseURL = try #require(URL(string: url))
    let ending = Ending()
    provider.request(MultiTarget(target), completion: ending.completion)
    #expect(try ending.response().request?.url?.absoluteString == url)
  }
}
