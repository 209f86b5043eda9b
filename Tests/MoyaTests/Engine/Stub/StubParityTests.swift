import Moya
import MoyaTestSupport
import Testing

/// A target that is wrong fails in the same way whether it is stubbed or sent: same hooks, same error.
@Suite struct StubParityTests {
  private enum Fault: CaseIterable {
    case bodyInGET, emptyBodyInGET, fileInGET, emptyForm, formInGET, headerInjection, unsupportedScheme, compositeQuery
    case portTooLarge, uploadOfOtherURL, partOfOtherURL, partWithoutName, forgedPartType

    var target: Probe {
      // No server listens on this port. So a request that reaches the network fails with another error.
      var probe = Probe("127.0.0.1:9", "/v1")
      switch self {
      case .bodyInGET: probe.task = .requestData(Data("x".utf8))
      case .emptyBodyInGET: probe.task = .requestParameters(parameters: [:], encoding: URLEncoding.httpBody)
      case .fileInGET: probe.task = .uploadFile(URL(filePath: "/nowhere"))
      case .emptyForm:
        probe.method = .post
        probe.task = .uploadMultipartFormData([])
      case .formInGET:
        probe.task = .uploadMultipartFormData([MultipartFormBodyPart(provider: .data(Data()), name: "a")])
      case .headerInjection: probe.headers = ["X-A": "a\r\nX-B: b"]
      case .unsupportedScheme: probe.baseURL = URL(string: "ftp://probe.example") ?? probe.baseURL
      case .portTooLarge: probe.baseURL = URL(string: "http://127.0.0.1:65536") ?? probe.baseURL
      // The path is a path of this machine, but the URL names another machine.
      case .uploadOfOtherURL:
        probe.method = .put
        probe.task = .uploadFile(URL(string: "http://probe.example/etc/hostname") ?? probe.baseURL)
      case .partOfOtherURL: probe.send(.file(URL(string: "http://probe.example/etc/host.conf") ?? probe.baseURL))
      case .partWithoutName: probe.send(.file(URL(filePath: "/nowhere")))
      case .forgedPartType: probe.send(.data(Data()), mimeType: "text/plain\r\nX-A: b")
      case .compositeQuery:
        probe.method = .post
        probe.task = .requestCompositeParameters(
          bodyParameters: ["a": 1], bodyEncoding: URLEncoding.queryString, urlParameters: [:])
      }
      return probe
    }
  }

  @Test func `a session that cannot be sent with fails alike`() throws {
    let configuration = URLSessionConfiguration.default
    configuration.headers = ["X-A": "a\r\nX-B: b"]
    let session = Session(configuration: configuration)
    let errors = try [StubBehavior.never, .immediate].map { stub in
      let ending = Ending()
      MoyaProvider<Probe>(stubClosure: { _ in stub }, callbackQueue: .global(), session: session)
        .request(Probe("127.0.0.1:9"), completion: ending.completion)
      return "\(try ending.error())"
    }
    #expect(errors[0] == errors[1] && errors[0].contains("X-A"))
  }

  private final class Hooks: PluginType {
    let calls = Locked<[String]>([])

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      calls.with { $0.append("prepare") }
      return request
    }
    func willSend(_ request: any RequestType, target: any TargetType) { calls.with { $0.append("willSend") } }
    func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
      calls.with { $0.append("didReceive") }
    }
    func process(
      _ result: Result<Response, MoyaError>, target: any TargetType
    ) -> Result<Response, MoyaError> {
      calls.with { $0.append("process") }
      return result
    }
  }

  private func outcome(of fault: Fault, as stub: StubBehavior) throws -> (hooks: [String], error: String) {
    let hooks = Hooks()
    let provider = MoyaProvider<Probe>(stubClosure: { _ in stub }, callbackQueue: .global(), plugins: [hooks])
    let ending = Ending()
    provider.request(fault.target, completion: ending.completion)
    let error = try ending.error()
    return (hooks.calls.current, "\(error)")
  }

  @Test(arguments: Fault.allCases)
  private func `a faulty definition fails alike as a stub and on the network`(_ fault: Fault) throws {
    let sent = try outcome(of: fault, as: .never)
    for stub in [StubBehavior.immediate, .delayed(seconds: 0.001)] {
      let stubbed = try outcome(of: fault, as: stub)
      #expect(stubbed.error == sent.error)
      #expect(stubbed.hooks == sent.hooks)
    }
  }

  @Test func `a stub does not look for the files that it would send`() throws {
    var target = Probe("127.0.0.1:9")
    target.method = .put
    target.task = .uploadFile(URL(filePath: "/nowhere"))
    let ending = Ending()
    MoyaProvider<Probe>(stubClosure: MoyaProvider.immediatelyStub).request(target, completion: ending.completion)
    #expect(try ending.response().data == target.sampleData)
  }

  @Test func `a session that allows a body in GET allows it in stubs`() throws {
    let configuration = URLSessionConfiguration.default
    configuration.allowsBodyInGET = true
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider.immediatelyStub, session: Session(configuration: configuration))
    let ending = Ending()
    provider.request(Fault.bodyInGET.target, completion: ending.completion)
    #expect(try ending.response().data == Data("sample".utf8))
  }
}

extension Probe {
  fileprivate mutating func send(_ provider: MultipartFormData.FormDataProvider, mimeType: String? = nil) {
    method = .post
    task = .uploadMultipartFormData([MultipartFormBodyPart(provider: provider, name: "a", mimeType: mimeType)])
  }
}
