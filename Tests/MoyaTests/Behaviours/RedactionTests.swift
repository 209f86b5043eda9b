import Moya
import MoyaTestSupport
import Testing

/// What the logger shows of a request that carries secrets. The secrets are called S1, S2 …
@Suite struct RedactionTests {
  private enum Account: TargetType {
    case login(user: String, password: String)
    case refresh(String)
    case logout

    var baseURL: URL { GitHub.base }
    var path: String { "" }
  }

  private struct Keyed: TargetType {
    var baseURL: URL { GitHub.base }
    var path: String { "" }
    var headers: [String: String]? = ["Authorization": "S1"]
  }

  private struct Sent: RequestType {
    var request: URLRequest?
    var sessionHeaders: [String: String] { [:] }

    func authenticate(with credential: URLCredential) -> Sent { self }
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Sent {
      handler(request.map { CURLCommand.text(for: $0) } ?? "")
      return self
    }
  }

  private struct Refusal: Error {
    let token: String
    let url: String
  }

  private static let refused = Result<Response, MoyaError>.failure(
    .underlying(Refusal(token: "S1", url: "http://u:S2@h/?token=S3"), nil))
  private static let answer = Response(statusCode: 200, data: Data())

  private func log(
    _ redaction: Redaction = .default, _ options: NetworkLoggerPlugin.Configuration.LogOptions = .verbose,
    _ use: (NetworkLoggerPlugin) -> Void
  ) -> String {
    let log = Locked("")
    use(
      NetworkLoggerPlugin(
        configuration: .init(
          output: { _, lines in log.with { $0 += lines.joined(separator: "\n") + "\n" } }, logOptions: options,
          redaction: redaction)))
    return log.current
  }

  private func log(_ request: URLRequest, asCurl: Bool = false) -> String {
    log(.default, asCurl ? .formatRequestAscURL : .verbose) { $0.willSend(Sent(request: request), target: GitHub.zen) }
  }

  private func log(body: String) -> String {
    log { $0.didReceive(.success(Response(statusCode: 200, data: Data(body.utf8))), target: GitHub.zen) }
  }

  @Test func `a target is named without what it holds`() {
    let targets: [(any TargetType, String)] = [
      (Account.login(user: "ann", password: "S1"), "login"), (Account.refresh("S1"), "refresh"),
      (Account.logout, "logout"), (MultiTarget(Account.refresh("S1")), "refresh"), (Keyed(), "Keyed"),
    ]
    for (target, name) in targets {
      let log = log {
        $0.didReceive(.success(Self.answer), target: target)
        $0.didReceive(Self.refused, target: target)
      }
      #expect(log.contains("Received empty network response for \(name)."))
      #expect(log.contains("Error calling \(name) : underlying(") && log.contains("Refusal"))
      for secret in ["S1", "S2", "S3", "ann"] { #expect(!log.contains(secret), "\(log)") }
    }
  }

  @Test func `without redaction a target and an error are shown whole`() {
    let log = log(.none) {
      $0.didReceive(.success(Self.answer), target: Account.login(user: "ann", password: "S0"))
      $0.didReceive(Self.refused, target: Account.refresh("S4"))
    }
    for text in [#"login(user: "ann", password: "S0")"#, #"refresh("S4")"#, "u:S2@h/?token=S3"] {
      #expect(log.contains(text), "\(log)")
    }
  }

  @Test(
    arguments: [
      "user%5Bpassword%5D=S1", "user[password]=S1", "token%5B%5D=S1&token%5B%5D=S1", "a[sign][b]=S1", "p%61ssword=S1",
      "accessToken=S1", "clientSecret=S1", "REFRESH-TOKEN=S1", "newpassword=S1'S1", "token=a%26S1", "sig=S1",
      "X-Amz-Signature=S1", "to=http%3A%2F%2Fh%2F%3Ftoken%3DS1", "filter=%7B%22token%22%3A%22S1%22%7D",
      "to=http%3A%2F%2Fu%3AS1%40h%2F", "key=S1", "code=S1", "sid=S1", "session=S1", "sessionId=S1", "pin=S1",
      "nonce=S1",
      "subscription-key=S1", "a%5Bcode%5D=S1", "device_code=S1", "pass=S1", "_csrf=S1", "passkey=S1",
      "to=http%253A%252F%252Fh%252F%253Ftoken%253DS1", "to=%257B%2522token%2522%253A%2522S1%2522%257D",
      "to=http%253A%252F%252Fu%253AS1%2540h%252F",
    ], [true, false])
  func `a parameter's value is hidden in the URL and in the form`(pairs: String, asCurl: Bool) {
    var request = URLRequest(urlText: "http://u:S1@h/x?\(pairs)&page=2#access_token=S1")
    request.httpMethod = "POST"
    request.httpBody = Data("\(pairs)&page=3".utf8)
    let log = log(request, asCurl: asCurl)
    #expect(!log.contains("S1"), "\(log)")
    for text in ["http://<redacted>@h/x?", "page=2", "page=3"] { #expect(log.contains(text), "\(log)") }
  }

  @Test(
    arguments: [
      "pa<S1", "pa>S1", "pa\"S1", "pa S1", "pa@S1", "pa/S1", "pa?S1", "pa#S1", "pa/S1@S1",
    ], [true, false])
  func `the user of a URL is hidden, whatever its password is`(password: String, asCurl: Bool) {
    let url = "https://S1:\(password)@h.example/x?page=2"
    let log = log(URLRequest(urlText: url), asCurl: asCurl)
    #expect(!log.contains("S1") && log.contains("<redacted>@h.example/x") && log.contains("page=2"), "\(log)")
    let text = self.log(body: "cannot use \(url) of page")
    #expect(!text.contains("S1") && text.contains("<redacted>@h.example/x?page=2 of page"), "\(text)")
    for shown in ["\(URLRequest(urlText: url))", "\(MoyaError.requestMapping(url))"] {
      #expect(!shown.contains("S1"), "\(shown)")
    }
  }

  @Test(arguments: [
    #"{"token": {"a": "]}S1", "b": [{}, "\"S1"]}, "page": 2}"#, #"{"tokens":["S1",["S1"]],"page":2}"#,
    "{\n  \"credentials\" : {\n    \"id\" : \"S1\"\n  },\n  \"page\" : 2\n}", #"{"idToken":"S1\\","page":2}"#,
    #"{"body":"{\"password\":\"S1\\\"S1\\\\\",\"page\":2}"}"#, #"{"body":"{\"token\":[\"]\\\"S1\"],\"page\":2}"}"#,
    #"{"url":"http:\/\/h:8080\/x","password":"p@S1","page":2}"#, #"{"url":"http://h:a","token":"p@S1","page":2}"#,
    "<url>http://h:a</url><password>p@S1</password><page>2</page>",
    #"{"url":"http:\/\/u:S1@h\/x","page":2}"#, #"{"secret":1.5e5S1,"page":2}"#,
    #"{"password":"%22S1%5C\"S1","page":2}"#,
    "{'token': 'S1', 'page': 2}", "Authorization: Bearer S1\npage: 2", #"token: Optional("S1"), page: 2"#,
    #"password="S1 S1" page"#, #"{"access_token":"S1 unfinished"#,
    "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nS1\r\nS1\r\n--B\r\npage",
    #"{"code":"S1","key":"S1","page":2}"#, #"{"pin":5S1,"sid":"S1","page":2}"#, #"{"token.code":5S1,"page":2}"#,
    "--B\r\nContent-Disposition: form-data; name=\"code\"\r\n\r\nS1\r\n--B\r\npage",
    "--B\nContent-Disposition: form-data; name=token\nContent-Type: text/plain\n\nS1\n--B\npage",
    "--B\r\nContent-Disposition: form-data; name=\"token\"; filename=\"a\"\r\nX: y\r\n\r\nS1\r\n--B\r\npage",
    #"{"pass\u0077ord":"S1","page":2}"#, #"{"body":"{\"\\u0074oken\":\"S1\",\"page\":2}"}"#,
    #"{"body":"{\u0022token\u0022:\u0022S1\u0022,\u0022page\u0022:2}"}"#, #"{"url":"/?token\u003dS1","page":2}"#,
    "-----BEGIN RSA PRIVATE KEY-----\nS1\nS1\n-----END RSA PRIVATE KEY-----\npage",
    #"{"a":"-----BEGIN PRIVATE KEY-----\nS1\n-----END PRIVATE KEY-----\n","page":2}"#,
    "Authorization: Digest username=\"u\", nonce=\"S1\", response=\"S1\"\npage: 2", #"{"pass":"S1","page":2}"#,
    #"{:token=>"S1", "secret" => "S1", :page=>2}"#,
    "<r><Token> S1 </Token><w:Password Type=\"t\">S1</w:Password><page/></r>",
    "<password><![CDATA[S1<S1]]></password>page",
    "<a password='S1'/><secret a=\"b\">S1", #"{"a":"<token>S1<\/token>","page":2}"#, "<token>&lt;S1</token><page>",
    #"{"a":"\u003ctoken\u003eS1\u003c/token\u003e","page":2}"#, "bad Bearer abcdefghS1 of page",
    #"{"a":"x\nBasic abc\/defgS1g\/S1==","page":2}"#, "basic   S134567890== page", "Bearer abcdefghijklmnopqS1r page",
  ])
  func `a member's value is hidden whole`(body: String) {
    let log = log(body: body)
    #expect(!log.contains("S1") && log.contains(Redaction.mark), "\(log)")
    #expect(log.contains("page") == body.contains("page"), "\(log)")
  }

  @Test(arguments: [
    #"{"design":"S1","assigned_to":"S1","page":"S1"}"#, "http://token.example:8080/S1", "http://h/@S1/x?mail=a@S1",
    "the token expired S1", "design=S1", "status code: S1", #"{"code":404,"monkey":"S1","spin":"S1","zipcode":"S1"}"#,
    "key: S1", "pass: S1", "-----BEGIN CERTIFICATE-----\nS1", #"{"pass\u00e9":"S1","bypass":"S1","\u0070age":"S1"}"#,
    "<key>S1</key><code>S1</code>", "<password>\n<b>S1</b></password>", "<token/>S1", "vector<Token> S1 <x>",
    "Basic requirements S1", #"Bearer realm="S1345678""#, #"Bearer error_description="S1""#, "mybearer S1345678",
    "Basic S1=S1345678",
  ])
  func `what is no secret is shown`(body: String) {
    #expect(log(body: body).contains(body))
  }

  @Test(arguments: [
    "X-Session-Token", "X-CLIENT-SECRET", "Api_Key", "X-ApiKey", "X-Goog-Signature", "X-Auth-Key", "Set-Cookie2",
    "X-Credential", "Proxy-Authorization", "Ocp-Apim-Subscription-Key", "X-Session", "X-Pin",
    "X-Goog-IAP-JWT-Assertion", "Sign", "JWT", "Nonce",
  ])
  func `a header's value is hidden by a part of its name`(name: String) {
    var request = URLRequest(urlText: "http://h/")
    request.setValue("S1", forHTTPHeaderField: name)
    for log in [log(request), log(request, asCurl: true)] {
      #expect(!log.contains("S1") && log.contains(name) && log.contains(Redaction.mark), "\(log)")
    }
  }

  @Test(arguments: ["Location", "Referer", "Link"])
  func `a URL in a header's value is shown without its secrets`(name: String) throws {
    var request = URLRequest(urlText: "http://h/")
    request.setValue("<http://u:S1@h/next?token=S2&page=2>", forHTTPHeaderField: name)
    for log in [log(request), log(request, asCurl: true)] {
      #expect(!log.contains("S1") && !log.contains("S2") && log.contains("h/next") && log.contains("page=2"), "\(log)")
    }
    let url = try #require(URL(string: "http://u:S1@h/?code_verifier=S2"))
    let head = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: request.allHTTPHeaderFields)
    let response = log {
      $0.didReceive(.success(Response(statusCode: 302, data: Data(), response: head)), target: GitHub.zen)
    }
    #expect(response.contains("Status Code: 302"))
    #expect(!response.contains("S1") && !response.contains("S2"), "\(response)")
  }

  @Test(arguments: ["WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info"])
  func `a nonce is hidden, and the rest of a challenge is not`(name: String) throws {
    let fields = [name: #"Digest realm="r", nonce="S1", nextnonce=S2, qop="auth""#, "Set-Cookie": "a=S3; Path=/"]
    let url = try #require(URL(string: "http://h/"))
    let head = HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: fields)
    let logged = log {
      $0.didReceive(.success(Response(statusCode: 401, data: Data(), response: head)), target: GitHub.zen)
    }
    for shown in [logged, try #require(head).description] {
      for secret in ["S1", "S2", "S3"] { #expect(!shown.contains(secret), "\(shown)") }
      #expect(shown.contains("realm=") && shown.contains("qop="), "\(shown)")
    }
  }

  @Test(arguments: ["http://h/?token=AA\"hunter2&z=1", "http://h/?token=<hunter2>&z=1", "http://h/?token=a>hunter2"])
  func `a secret of a URL may have characters that end a value in other text`(url: String) {
    #expect(!Redaction.default.url(url).contains("hunter2"))
    #expect(Redaction.default.url("http://h/?q=<\"") == "http://h/?q=<\"")
  }

  @Test func `names that are added later count in any case`() {
    var redaction = Redaction.default
    redaction.headers.insert("X-Own-Id")
    redaction.parameters.insert("ownId")
    redaction.parameters.remove("token")
    var request = URLRequest(urlText: "http://h/?OWN_ID=S1&token=seen")
    request.setValue("S1", forHTTPHeaderField: "x-own-id")
    let log = log(redaction) { $0.willSend(Sent(request: request), target: GitHub.zen) }
    #expect(!log.contains("S1") && log.contains("token=seen"), "\(log)")
  }

  @Test func `a curl command is safe to paste whatever the request holds`() {
    var request = URLRequest(urlText: "http://h/$(x)")
    request.httpMethod = "`id`$X\"\\"
    request.headerFields.append("X-`id`$X\"\\", "\"\u{301}`")
    let log = log(request, asCurl: true)
    #expect(log.contains(#"-X "\`id\`\$X\"\\""#), "\(log)")
    #expect(log.contains(#"-H "X-\`id\`\$X\"\\: \""# + "\u{301}" + #"\`""#), "\(log)")
  }

  @Test(arguments: [
    "\\", "token ", "http://", "%3A%2F%2F", ":%2F%2F", "\"token\": ", "{\"token\":[", "a", "token=\\", "\\u", "%25",
    "\\\\u0022", "%2522", "-----BEGIN ", "form-data; name=\"token\"; ", "<token> ", "<", "Bearer abc",
  ])
  func `a long text of any kind is read in one go`(piece: String) {
    #expect(!log(body: String(repeating: piece, count: 200_000)).isEmpty)
  }
}
