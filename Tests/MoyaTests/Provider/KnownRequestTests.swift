import Moya
import MoyaTestSupport
import Testing

/// A provider remembers the requests of endpoints that it has sent. Even so, each request is sent as its own endpoint
/// says.
@Suite struct KnownRequestTests {
  private func sent(
    _ probes: [Probe], _ provider: MoyaProvider<Probe> = MoyaProvider()
  ) throws -> [EchoServer.Request] {
    let server = try EchoServer()
    defer { server.stop() }
    for var probe in probes {
      probe.baseURL = try #require(URL(string: "http://\(server.host)"))
      let ending = Ending()
      provider.request(probe, callbackQueue: .global(), completion: ending.completion)
      _ = try ending.response()
    }
    return server.requests
  }

  private func probe(_ path: String, _ change: (inout Probe) -> Void = { _ in }) -> Probe {
    var probe = Probe(nil, path)
    change(&probe)
    return probe
  }

  @Test func `the same endpoint is sent the same way each time`() throws {
    let requests = try sent([Probe](repeating: probe("/a") { $0.headers = ["X-A": "1"] }, count: 3))
    #expect(requests.count == 3)
    for request in requests {
      #expect(request.path == "/a" && request.header("X-A") == "1")
      #expect(request.headers.map(\.name) == requests[0].headers.map(\.name))
      #expect(request.header("Accept-Language") == HTTPHeader.defaultAcceptLanguage.value)
    }
  }

  @Test func `a method, field, body or path of its own is sent, whatever was sent to the URL before`() throws {
    let requests = try sent([
      probe("/a"), probe("/a") { $0.method = .delete }, probe("/a") { $0.headers = ["X-A": "1"] },
      probe("/a") { $0.headers = ["X-A": "2"] }, probe("/a"),
      probe("/a") { ($0.method, $0.task) = (.post, .requestData(Data("x".utf8))) },
      probe("/a") { $0.method = .post }, probe("/b"), probe("/a"),
    ])
    #expect(requests.map(\.method) == ["GET", "DELETE", "GET", "GET", "GET", "POST", "POST", "GET", "GET"])
    #expect(requests.map { $0.header("X-A") } == [nil, nil, "1", "2", nil, nil, nil, nil, nil])
    #expect(requests.map(\.path) == ["/a", "/a", "/a", "/a", "/a", "/a", "/a", "/b", "/a"])
    #expect(requests.map(\.body.count) == [0, 0, 0, 0, 0, 1, 0, 0, 0])
    #expect(requests[6].header("Content-Length") == "0")
  }

  @Test func `texts that differ in Unicode's normalization alone are different ones`() throws {
    // These two paths use the same entry of the cache.
    let names = ["r\u{FB}sum\u{FB}", "ru\u{302}sumu\u{302}"]
    let byHeader = names.map { name in probe("/a") { $0.headers = ["X-A": name] } }
    let requests = try sent(names.map { probe("/\($0)") } + byHeader)
    #expect(requests.map(\.path) == ["/r%C3%BBsum%C3%BB", "/ru%CC%82sumu%CC%82", "/a", "/a"])
    #expect(requests.suffix(2).map { Array(($0.header("X-A") ?? "").utf8) } == names.map { Array($0.utf8) })
  }

  @Test func `what a plugin changes in a request is in that request alone`() throws {
    struct Numbering: PluginType {
      let number = Locked(0)
      func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        let number = number.with { number in
          number += 1
          return number
        }
        var request = request
        if number == 2 { request.setValue("own", forHTTPHeaderField: "User-Agent") }
        if number == 3 { request.urlText += "?\(number)" }
        return request
      }
    }
    let requests = try sent([Probe](repeating: probe("/a"), count: 4), MoyaProvider(plugins: [Numbering()]))
    #expect(requests.map(\.path) == ["/a", "/a", "/a?3", "/a"])
    let agent = HTTPHeader.defaultUserAgent.value
    #expect(requests.map { $0.header("User-Agent") } == [agent, "own", agent, agent])
  }

  @Test func `a request from one provider's answer is sent with the fields of the session that sends it`() throws {
    let answers = Locked<[URLRequest]>([])
    let plugin = ResultPlugin { result in
      if let request = try? result.get().request { answers.with { $0.append(request) } }
    }
    #expect(try sent([probe("/a"), probe("/a")], MoyaProvider(plugins: [plugin])).count == 2)
    let request = try #require(answers.current.last)
    #expect(request.headerFields.isEmpty, "the session's fields are not the request's")

    let configuration = URLSessionConfiguration()
    configuration.headers = ["X-Session": "other"]
    let other = MoyaProvider<Probe>(
      requestClosure: { endpoint, answer in
        var request = request
        request.urlText = endpoint.url
        answer(.success(request))
      }, session: Session(configuration: configuration))
    let again = try sent([probe("/b")], other)
    #expect(again.map { $0.header("X-Session") } == ["other"])
    #expect(again.map { $0.header("Accept-Language") } == [nil])
  }

  @Test func `a URL and a field that may not be sent are refused each time`() throws {
    for target in [probe("/a") { $0.headers = ["X-A": "1\r\n"] }, Probe("h h")] {
      let provider = MoyaProvider<Probe>()
      for _ in 0..<2 {
        let ending = Ending()
        provider.request(target, completion: ending.completion)
        _ = try ending.error()
      }
    }
  }

  @Test func `more endpoints than are remembered are each sent as they are`() throws {
    let paths = (0..<100).map { "/\($0 % 50)" }
    #expect(try sent(paths.map { probe($0) }).map(\.path) == paths)
  }
}
