import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct EndpointRequestTests {
  @Test func `behaviour 6: adding header fields gives a new endpoint and leaves the old one`() {
    let old = Endpoints.make(.requestPlain)
    let new = old.adding(newHTTPHeaderFields: ["X-New": "1", "Title": "Other"])
    #expect(new.httpHeaderFields == ["X-New": "1", "Title": "Other"])
    #expect(new.url == old.url && new.method == old.method)
    #expect(old.httpHeaderFields == ["Title": "Dominar"])
    #expect(
      Endpoints.make(.requestPlain, headers: nil).adding(newHTTPHeaderFields: ["A": "b"]).httpHeaderFields?.count == 1)
  }

  @Test(arguments: ["", "http://[bad", "http://h:port/"])
  func `behaviour 7: a text that is no URL gives requestMapping with the text`(text: String) {
    let endpoint = Endpoints.make(.requestPlain, url: text)
    #expect((try? endpoint.urlRequest()) == nil)
    #expect { try endpoint.urlRequest() } throws: {
      if case MoyaError.requestMapping(let shown) = $0 { shown == text } else { false }
    }
  }

  static let bodiless: [(String, Task)] = [
    ("behaviour 8: requestPlain", .requestPlain),
    ("behaviour 9: uploadFile", .uploadFile(URL(fileURLWithPath: "/some/file"))),
    ("behaviour 10: uploadMultipart", .uploadMultipart([Endpoints.part("a")])),
    ("behaviour 11: uploadMultipartFormData", .uploadMultipartFormData([Endpoints.part("a")])),
    ("behaviour 12: downloadDestination", .downloadDestination(Endpoints.destination("/tmp/a"))),
  ]

  @Test(arguments: bodiless)
  func `behaviour 8, behaviour 9, behaviour 10, behaviour 11, behaviour 12: these add nothing to the request`(
    name: String, task: Task
  ) throws {
    let request = try Endpoints.make(task).urlRequest()
    #expect(request.url?.absoluteString == Endpoints.url)
    #expect(request.allHTTPHeaderFields == ["Title": "Dominar"])
    #expect(request.httpMethod == "POST")
    #expect(request.httpBody == nil)
    #expect(request.body == .none)
  }

  static var parameters: [String: Any] { ["Nemesis": "Harvey", "n": 1] }
  static let encodings: [any ParameterEncoding & Sendable] = [
    JSONEncoding.default, URLEncoding.queryString, URLEncoding.httpBody, JSONEncoding.prettyPrinted,
  ]

  @Test(arguments: encodings)
  func `behaviour 13, behaviour 14: parameters are encoded as the encoding does it`(
    encoding: any ParameterEncoding & Sendable
  ) throws {
    let plain = try Endpoints.make(.requestPlain).urlRequest()
    let expected = try encoding.encode(plain, with: Self.parameters)
    let tasks: [Task] = [
      .requestParameters(parameters: Self.parameters, encoding: encoding),
      .downloadParameters(
        parameters: Self.parameters, encoding: encoding, destination: Endpoints.destination("/tmp/a")),
    ]
    for task in tasks { #expect(try Endpoints.make(task).urlRequest() == expected) }
    #expect(expected != plain)
  }

  @Test func `behaviour 15: requestData is the body and nothing else`() throws {
    let request = try Endpoints.make(.requestData(Data("test data".utf8))).urlRequest()
    #expect(request.httpBody == Data("test data".utf8))
    #expect(request.allHTTPHeaderFields == ["Title": "Dominar"])
    #expect(request.url?.absoluteString == Endpoints.url && request.httpMethod == "POST")
  }

  @Test func `behaviour 16: requestJSONEncodable is a JSON body with its type`() throws {
    let request = try Endpoints.make(.requestJSONEncodable(Endpoints.issue)).urlRequest()
    #expect(try JSONDecoder().decode(Endpoints.Issue.self, from: request.httpBody ?? Data()) == Endpoints.issue)
    #expect(request.allHTTPHeaderFields == ["Title": "Dominar", "Content-Type": "application/json"])
    #expect(request.url?.absoluteString == Endpoints.url && request.httpMethod == "POST")
  }

  @Test func `behaviour 17: requestCustomJSONEncodable uses the caller's encoder`() throws {
    let task = Task.requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder(.convertToSnakeCase))
    let request = try Endpoints.make(task).urlRequest()
    let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    #expect(body.contains(#""created_at":"1970-01-12T13:46:40Z""#), "\(body)")
    #expect(request.value(forHTTPHeaderField: "content-type") == "application/json")
  }

  @Test func `A Content-Type of the target wins, whatever its case`() throws {
    let endpoint = Endpoints.make(.requestJSONEncodable([1]), headers: ["content-TYPE": "application/vnd.api+json"])
    #expect(try endpoint.urlRequest().allHTTPHeaderFields == ["content-TYPE": "application/vnd.api+json"])
  }

  @Test func `behaviour 18: requestCompositeData has its body and its query`() throws {
    let task = Task.requestCompositeData(bodyData: Data("body".utf8), urlParameters: Self.parameters)
    let request = try Endpoints.make(task).urlRequest()
    #expect(request.url?.absoluteString == Endpoints.url + "?Nemesis=Harvey&n=1")
    #expect(request.httpBody == Data("body".utf8))
    #expect(request.allHTTPHeaderFields == ["Title": "Dominar"] && request.httpMethod == "POST")
  }

  @Test func `behaviour 19: requestCompositeParameters has a body by its encoding, and a query`() throws {
    let task = Task.requestCompositeParameters(
      bodyParameters: Self.parameters, bodyEncoding: JSONEncoding.default, urlParameters: ["page": 2])
    let request = try Endpoints.make(task).urlRequest()
    let body = try JSONEncoding.default.encode(Endpoints.make(.requestPlain).urlRequest(), with: Self.parameters)
    #expect(request.url?.absoluteString == Endpoints.url + "?page=2")
    #expect(request.httpBody == body.httpBody)
    #expect(request.allHTTPHeaderFields == body.allHTTPHeaderFields)
  }

  @Test func `behaviour 20, behaviour 21: composite multipart tasks have a query`() throws {
    let tasks: [Task] = [
      .uploadCompositeMultipart([Endpoints.part("a")], urlParameters: Self.parameters),
      .uploadCompositeMultipartFormData([Endpoints.part("a")], urlParameters: Self.parameters),
    ]
    for task in tasks {
      #expect(try Endpoints.make(task).urlRequest().url?.absoluteString == Endpoints.url + "?Nemesis=Harvey&n=1")
    }
  }

  @Test func `behaviour 22: a failing encoding gives parameterEncoding`() {
    let task = Task.requestParameters(parameters: [:], encoding: FailingEncoding())
    #expect { try Endpoints.make(task).urlRequest() } throws: {
      if case MoyaError.parameterEncoding(is FailingEncoding.Refusal) = $0 { true } else { false }
    }
  }

  @Test func `behaviour 23: an Encodable that cannot be written gives encodableMapping`() {
    var issue = Endpoints.issue
    issue.rating = .infinity
    let tasks: [Task] = [
      .requestJSONEncodable(issue), .requestCustomJSONEncodable(issue, encoder: Endpoints.encoder()),
    ]
    for task in tasks {
      #expect { try Endpoints.make(task).urlRequest() } throws: {
        if case MoyaError.encodableMapping(is EncodingError) = $0 { true } else { false }
      }
    }
  }

  @Test(arguments: [URLEncoding.queryString, URLEncoding.default])
  func `behaviour 24, behaviour 25: a composite body with a query encoding is an error, where Moya traps`(
    encoding: URLEncoding
  ) {
    let task = Task.requestCompositeParameters(bodyParameters: [:], bodyEncoding: encoding, urlParameters: [:])
    #expect { try Endpoints.make(task).urlRequest() } throws: {
      guard case MoyaError.parameterEncoding(let error) = $0 else { return false }
      return error as? ParameterEncodingError == .compositeBodyInQuery
    }
  }

  @Test func `behaviour 26: a composite body with a form encoding is a form`() throws {
    let task = Task.requestCompositeParameters(
      bodyParameters: ["bar": "baz"], bodyEncoding: URLEncoding.httpBody, urlParameters: [:])
    let request = try Endpoints.make(task).urlRequest()
    #expect(request.httpBody == Data("bar=baz".utf8))
    #expect(request.url?.absoluteString == Endpoints.url)
  }

  @Test func `behaviour 59: a task that was replaced is the one that is sent`() throws {
    let target = Endpoints.make(
      .uploadMultipartFormData(.init(boundary: "BB", parts: [Endpoints.part("test1", name: "test1")])))
    let form = MultipartFormData(
      boundary: "BB", parts: [Endpoints.part("test1", name: "test1"), Endpoints.part("test2", name: "test2")])
    let endpoint = target.replacing(task: .uploadMultipartFormData(form))
    let upload = try #require(try Upload(endpoint.task, method: endpoint.method))
    guard case .data(let bytes) = try upload.body() else {
      Issue.record("a small form is one piece")
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("; name=\"test1\"\r\n\r\ntest1\r\n") && text.contains("; name=\"test2\"\r\n\r\ntest2\r\n"))
  }

  @Test func `A timeout of the target reaches the request`() throws {
    struct Slow: TargetType {
      let baseURL: URL
      let path = "/slow"
      var timeout: TimeInterval? { 7 }
    }
    let target = Slow(baseURL: try #require(URL(string: "http://h")))
    #expect(try target.endpoint.urlRequest().timeoutInterval == 7)
    #expect(target.endpoint.adding(newHTTPHeaderFields: [:]).replacing(task: .requestPlain).timeout == 7)
  }

  @Test func `no header fields added to none are none`() throws {
    let endpoint = Endpoints.make(.requestPlain, headers: nil)
    #expect(endpoint.adding(newHTTPHeaderFields: [:]).httpHeaderFields == nil)
    #expect(endpoint.adding(newHTTPHeaderFields: ["A": "b"]).httpHeaderFields == ["A": "b"])
  }

  @Test(arguments: [
    ("http://h/api", "?x=1", "a", "http://h/a?x=1"), ("http://h/api/?q=1", "#f", "a", "http://h/api/a#f"),
    ("http://h", "v1", "../a", "http://h/a"), ("http://h/v1/", "users", "", "http://h/v1/users"),
    ("http://h/v1/", "users", "/1", "http://h/v1/users/1"), ("http://h/v1/", "http://g/w", "a", "http://g/w/a"),
  ])
  func `a path is joined to the relative part of a base URL`(root: String, base: String, path: String, url: String)
    throws
  {
    struct Relative: TargetType {
      let baseURL: URL
      let path: String
    }
    let base = try #require(URL(string: base, relativeTo: URL(string: root)))
    #expect(Relative(baseURL: base, path: path).endpoint.url == url)
    #expect(URL(target: Relative(baseURL: base, path: path)).absoluteString == url)
  }
}
