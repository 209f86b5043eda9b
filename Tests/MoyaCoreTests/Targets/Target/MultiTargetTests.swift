import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct MultiTargetTests {
  private struct Full: TargetType, AccessTokenAuthorizable {
    let baseURL = URL(fileURLWithPath: "/base")
    let path = "/endpoint"
    let method = MoyaCore.Method.post
    let task = Task.requestParameters(parameters: ["key": "value"], encoding: JSONEncoding.default)
    let sampleData = Data("sample data".utf8)
    let validationType = ValidationType.successCodes
    let headers: [String: String]? = ["headerKey": "headerValue"]
    let authorizationType: AuthorizationType? = .basic

    let sampleResponse: EndpointSampleResponse? = .networkResponse(201, Data())
    let stubBehavior: StubBehavior? = .immediate
    let timeout: TimeInterval? = 3
    let partialDownload: URL? = URL(filePath: "/tmp/film.part")
    let tags: Set<String> = ["showLoading"]
    let needsAuth = true
    var endpoint: Endpoint { Endpoints.make(.requestPlain, url: "http://own/endpoint") }
  }

  private struct Bare: TargetType {
    let baseURL = URL(fileURLWithPath: "/base")
    let path = ""
  }

  @Test func `behaviour 138: a MultiTarget forwards all that Moya's does`() {
    let target = MultiTarget(Full())
    #expect(target.baseURL == Full().baseURL)
    #expect(target.path == "/endpoint")
    #expect(target.method == .post)
    guard case .requestParameters(let parameters, let encoding) = target.task else {
      Issue.record("the task is not forwarded")
      return
    }
    #expect(parameters as? [String: String] == ["key": "value"])
    #expect(encoding is JSONEncoding)
    #expect(target.sampleData == Data("sample data".utf8))
    #expect(target.validationType == .successCodes)
    #expect(target.headers == ["headerKey": "headerValue"])
    #expect(target.authorizationType == .basic)
    #expect(target.target is Full)
  }

  @Test func `A MultiTarget forwards the additions, and the target's own endpoint`() {
    let target = MultiTarget(Full())
    guard case .networkResponse(201, _)? = target.sampleResponse else {
      Issue.record("the sample response is not forwarded")
      return
    }
    #expect(target.stubBehavior == .immediate)
    #expect(target.timeout == 3)
    #expect(target.partialDownload == URL(filePath: "/tmp/film.part"))
    #expect(target.tags == ["showLoading"])
    #expect(target.needsAuth)
    #expect(target.endpoint.url == "http://own/endpoint")
    #expect(MultiTarget(Bare()).authorizationType == nil)
  }

  @Test func `A target needs only a base URL and a path`() throws {
    let target = Bare()
    #expect(target.method == .get)
    #expect(target.sampleData.isEmpty)
    #expect(target.validationType == .none)
    #expect(target.headers == nil)
    #expect(target.stubBehavior == nil && target.timeout == nil && target.tags.isEmpty && !target.needsAuth)
    #expect(target.partialDownload == nil)
    #expect(try target.endpoint.urlRequest().body == .none)
    #expect(target.fullURL == target.baseURL)
  }

  @Test func `An endpoint's sample is the target's sample response, or its data with status 200`() {
    struct Sampled: TargetType {
      let baseURL = URL(fileURLWithPath: "/base")
      let path = ""
      let sampleData = Data("s".utf8)
      var sampleResponse: EndpointSampleResponse?
    }
    guard case .networkResponse(200, let data) = Sampled().endpoint.sampleResponseClosure(), data == Data("s".utf8),
      case .networkResponse(503, _) = Sampled(sampleResponse: .networkResponse(503, Data())).endpoint
        .sampleResponseClosure()
    else {
      Issue.record("a sample is not the target's")
      return
    }
  }
}
