import Moya
import Testing

@Suite struct HTTPHeadersTests {
  private let url = URL(string: "https://api.example/a") ?? URL(filePath: "/")

  @Test func `headers keep their order and compare names without regard to case`() {
    var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]
    #expect(headers.map(\.description) == ["B: 3", "a: 2"])
    headers.add(name: "C", value: "4")
    headers.add(.accept("text/plain"))
    headers.update(name: "A", value: "5")
    headers.update(.accept("*/*"))
    headers["c"] = "6"
    #expect(headers.description == "B: 3\na: 5\nC: 6\nAccept: */*")
    #expect(headers.value(for: "ACCEPT") == "*/*")
    #expect(headers["nothing"] == nil)
    headers["B"] = nil
    headers.remove(name: "ACCEPT")
    #expect(headers == ["C": "6", "A": "5"])
    headers.sort()
    #expect(headers.map(\.name) == ["a", "C"])
    #expect(headers.count == 2)
    #expect(headers[1].value == "6")
    #expect(headers.dictionary == ["a": "5", "C": "6"])
  }

  @Test func `the named fields have their names`() {
    let fields: HTTPHeaders = [
      .accept("1"), .acceptCharset("2"), .acceptEncoding("3"), .acceptLanguage("4"), .authorization("5"),
      .contentDisposition("6"), .contentEncoding("7"), .contentType("8"), .userAgent("9"),
    ]
    #expect(
      fields.map(\.name) == [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Disposition",
        "Content-Encoding", "Content-Type", "User-Agent",
      ])
    #expect(fields.map(\.value) == (1...9).map { "\($0)" })
    // The example of RFC 7617 §2.
    let basic = HTTPHeader.authorization(username: "Aladdin", password: "open sesame")
    #expect(basic.value == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(HTTPHeader.authorization(bearerToken: "t").value == "Bearer t")
    #expect(HTTPHeaders.default.map(\.name) == ["Accept-Encoding", "Accept-Language", "User-Agent"])
  }

  @Test func `requests and answers have headers and a method`() throws {
    var request = try URLRequest(url: "https://api.example/a", method: .post, headers: ["X": "1"])
    var same = URLRequest(url: url)
    same.httpMethod = "POST"
    same.headers = ["x": "1"]
    #expect(request == same)
    request.headers.add(.contentType("text/plain"))
    #expect(request.allHTTPHeaderFields == ["X": "1", "Content-Type": "text/plain"])
    #expect(request.method == .post)
    request.method = .patch
    #expect(request.httpMethod == "PATCH")
    request.method = nil
    #expect(request.method == .get)
    let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["ETag": "e"])
    #expect(response?.headers["etag"] == "e")
  }

  @Test func `texts, URLs and their parts become URLs, or say that they do not`() throws {
    #expect(try "https://api.example/a".asURL() == url)
    #expect(try url.asURL() == url)
    #expect(try URLComponents(string: "https://api.example/a")?.asURL() == url)
    for bad in ["", "http://[bad"] {
      let error = #expect(throws: TransferError.self) { try URLRequest(url: bad, method: .get) }
      #expect(error?.kind == .invalidURL)
    }
  }

  @Test func `a session's configuration begins with the default headers where Alamofire's does`() {
    #expect(URLSessionConfiguration.af.default.headers == .default)
    #expect(URLSessionConfiguration.af.ephemeral.headers == .default)
    #expect(URLSessionConfiguration.default.headers.isEmpty)
    #expect(Session().sessionHeaders == .default)
  }

  @Test func `a body that is one stream can be looked at`() {
    var request = URLRequest(url: url)
    #expect(request.httpBodyStream == nil)
    let stream = DataStream(Data("x".utf8))
    request.body = .segments([.stream(stream, length: 1)])
    #expect(request.httpBodyStream === stream)
    #expect(request.httpBodyStream?.description == "DataStream")
  }
}
