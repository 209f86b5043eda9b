import Foundation
import Moya
import Testing

/// Cookies, responses and stubs as applications write them with Foundation.
struct `Code that was written with Foundation` {
  @Test func `a program's own cookie is in a request, and then deleted`() throws {
    let url = try #require(URL(string: "https://idiom.example/login"))
    let cookie = HTTPCookie(properties: [
      HTTPCookiePropertyKey.domain: ".idiom.example", HTTPCookiePropertyKey.path: "/", .name: "sid", .value: "1",
      .secure: true, .expires: Date(timeIntervalSinceNow: 3600),
    ])
    if let cookie = cookie { HTTPCookieStorage.shared.setCookie(cookie) }
    var request = URLRequest(url: url)
    if let cookies = HTTPCookieStorage.shared.cookies(for: url) {
      request.allHTTPHeaderFields = HTTPCookie.requestHeaderFields(with: cookies)
    }
    #expect(request.value(forHTTPHeaderField: "Cookie") == "sid=1")
    HTTPCookieStorage.shared.cookies?.filter { $0.domain.hasSuffix("idiom.example") }
      .forEach { HTTPCookieStorage.shared.deleteCookie($0) }
    #expect(HTTPCookieStorage.shared.cookies(for: url)?.isEmpty == true)
  }

  @Test func `the cookies of a response are stored`() throws {
    let url = try #require(URL(string: "https://headers.example/"))
    let head = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Set-Cookie": "a=1, b=2"]))
    let fields = head.allHeaderFields as? [String: String] ?? [:]
    let storage = HTTPCookieStorage()
    storage.setCookies(HTTPCookie.cookies(withResponseHeaderFields: fields, for: url), for: url, mainDocumentURL: nil)
    #expect((storage.cookies ?? []).map { $0.name } == ["a", "b"])
  }

  @Test func `a test makes responses without a server`() throws {
    let url = try #require(URL(string: "https://idiom.example/"))
    let response = Response(statusCode: 200, data: Data(), request: nil, response: HTTPURLResponse())
    #expect(response.response?.statusCode == 200)
    let other = URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    #expect(!(other is HTTPURLResponse) && other.url == url)
  }

  @Test func `a stub needs no host`() {
    let provider = MoyaProvider<NotesAPI>(
      endpointClosure: { target in
        let sample = target.sampleData
        return Endpoint(
          url: "/notes", sampleResponseClosure: { .networkResponse(201, sample) }, method: target.method,
          task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: MoyaProvider.immediatelyStub)
    var status: Int?
    provider.request(.list) { result in status = try? result.get().statusCode }
    #expect(status == 201)
  }
}
