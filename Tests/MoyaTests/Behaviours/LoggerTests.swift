import Moya
import MoyaTestSupport
import Testing

@Suite struct LoggerTests {
  private typealias Logger = NetworkLoggerPlugin
  private let log = Locked("")

  private func logger(
    _ options: Logger.Configuration.LogOptions = .verbose, formatter: Logger.Configuration.Formatter = .init(),
    redaction: Redaction = .default
  ) -> Logger {
    Logger(
      configuration: .init(
        formatter: formatter,
        output: { [log] _, lines in log.with { $0 += lines.joined(separator: "\n") + "\n" } },
        logOptions: options, redaction: redaction))
  }

  private struct Sent: RequestType {
    var request: URLRequest?
    var sessionHeaders = ["Content-Type": "badValue", "Accept-Language": "en-US"]
    var description: String?

    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Sent { self }
    func authenticate(with credential: URLCredential) -> Sent { self }
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Sent {
      handler(description ?? request.map { CURLCommand.text(for: $0) } ?? "")
      return self
    }

    static let withBody: Sent = {
      var request = URLRequest(url: GitHub.base.appendingPathComponent("zen"))
      request.allHTTPHeaderFields = ["Content-Type": "application/json"]
      request.httpBody = Data("cool body".utf8)
      request.httpMethod = "POST"
      return Sent(request: request)
    }()
  }

  private let response = Response(statusCode: 200, data: Data("cool body".utf8))

  @Test func `behaviour 127, behaviour 137: every part of a request is logged, its own headers over the session's`() {
    logger().willSend(Sent.withBody, target: GitHub.zen)
    #expect(log.current.contains("Request: https://api.github.com/zen"))
    #expect(
      log.current.contains(
        #"Request Headers: ["Accept-Language": "en-US", "Content-Type": "application/json"]"#))
    #expect(log.current.contains("HTTP Request Method: POST"))
    #expect(log.current.contains("Request Body: cool body"))
    #expect(!log.current.contains("badValue"))
  }

  @Test func `a field that a request has twice is logged with both values`() {
    var sent = Sent.withBody
    sent.request?.headerFields.append("Accept", "text/plain")
    sent.request?.headerFields.append("accept", "text/html")
    logger().willSend(sent, target: GitHub.zen)
    #expect(log.current.contains(#""Accept": "text/plain,text/html""#))
  }

  @Test func `behaviour 128: a body that is read while it is sent is named`() {
    var sent = Sent.withBody
    sent.request?.body = .segments([.stream(DataStream(Data("cool body".utf8)), length: 9)])
    logger().willSend(sent, target: GitHub.zen)
    #expect(log.current.contains("Request Body Stream: 1 segments"))
    #expect(!log.current.contains("Request Body: "))
  }

  @Test func `behaviour 129: a missing request is called invalid`() {
    logger().willSend(Sent(request: nil), target: GitHub.zen)
    #expect(log.current.contains("Request: (invalid request)"))
    #expect(log.current.split(separator: "\n").count == 1)
  }

  @Test func `behaviour 130: an answer's body is logged`() {
    logger().didReceive(.success(response), target: GitHub.zen)
    #expect(log.current.contains("Response: Received empty network response for zen."))
    #expect(log.current.contains("Response Body: cool body"))
  }

  @Test func `behaviour 131: the body of a failed validation is logged`() {
    let error = MoyaError.underlying(MoyaError.statusCode(response), response)
    logger().didReceive(.failure(error), target: GitHub.zen)
    #expect(log.current.contains("Response Body: cool body"))
  }

  @Test func `behaviour 132: an error without an answer is logged as such`() {
    logger().didReceive(.failure(.underlying(FlowError(domain: "app", code: 5), nil)), target: GitHub.zen)
    #expect(log.current.contains("Error: Error calling zen : underlying("))
    #expect(log.current.contains("FlowError(domain: \"app\", code: 5)"))
  }

  @Test func `the error of a decoder is logged without the value it met`() {
    let context = DecodingError.Context(codingPath: [], debugDescription: "Cannot initialize Role from hunter2")
    logger().didReceive(.failure(.underlying(DecodingError.dataCorrupted(context), nil)), target: GitHub.zen)
    #expect(log.current.contains("Error: Error calling zen : underlying(The value cannot be read.)"))
    #expect(!log.current.contains("hunter2"))
  }

  @Test func `behaviour 133: as a curl command, the request is nothing else`() {
    logger([.formatRequestAscURL, .requestBody, .requestHeaders]).willSend(Sent.withBody, target: GitHub.zen)
    #expect(log.current.contains("$ curl -v"))
    #expect(log.current.contains("-X POST"))
    #expect(log.current.contains(#"-d "cool body""#))
    #expect(log.current.contains("-H \"Content-Type: application/json\""))
    #expect(!log.current.contains("Request Headers") && !log.current.contains("Request Body"))
  }

  @Test func `a curl command sends a body that begins with an at sign, and does not expand its URL`() {
    var request = URLRequest(urlText: "https://h/a[1-3]?b=%7B")
    request.httpMethod = "POST"
    request.httpBody = Data("@/etc/hostname".utf8)
    logger([.formatRequestAscURL]).willSend(Sent(request: request), target: GitHub.zen)
    #expect(log.current.contains(#"--data-raw "@/etc/hostname""#) && log.current.contains("-g"), "\(log.current)")
    #expect(!log.current.contains(#"-d "@"#), "\(log.current)")
  }

  @Test func `an application's own description as a curl command is logged, without its secrets`() {
    var sent = Sent.withBody
    sent.description = """
      fetch "http://h/?token=S1&page=2" -H "Authorization: Bearer S1" -H 'X-A: b' -H "X-Token: a\\"S1" -u "ann:S1" \
      -b 'id=S1' - -H -Hx "tail"
      """
    logger([.formatRequestAscURL], redaction: .default).willSend(sent, target: GitHub.zen)
    #expect(!log.current.contains("S1"), "\(log.current)")
    for text in ["Request: fetch ", "page=2", "-H 'X-A: b'", "-u \"ann:", "-b '", "- -H -Hx \"tail\""] {
      #expect(log.current.contains(text), "\(log.current)")
    }
    logger([.formatRequestAscURL], redaction: .none).willSend(sent, target: GitHub.zen)
    #expect(log.current.contains(sent.description ?? ""))
  }

  @Test func `behaviour 134: a formatter of request data is used`() {
    logger(formatter: .init(requestData: { _ in "formatted request body" }))
      .willSend(Sent.withBody, target: GitHub.zen)
    #expect(log.current.contains("Request Body: formatted request body"))
  }

  @Test func `behaviour 135: a formatter of entries is used`() {
    logger(formatter: .init(entry: { identifier, message, target in "\(target)|\(identifier)|\(message)" }))
      .willSend(Sent.withBody, target: GitHub.zen)
    #expect(log.current.contains("zen|HTTP Request Method|POST"))
    #expect(!log.current.contains("Moya_Logger"))
  }

  @Test func `behaviour 136: a formatter of response data is used`() {
    logger(formatter: .init(responseData: { _ in "formatted body" })).didReceive(.success(response), target: GitHub.zen)
    #expect(log.current.contains("Response Body: formatted body"))
  }

  @Test func `behaviour 78: in stub mode the logger says what would be sent and what was answered`() throws {
    let ending = Ending()
    MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [logger()])
      .request(.zen, completion: ending.completion)
    _ = try ending.response()
    for text in [
      "Request: https://api.github.com/zen", "User-Agent", "Accept-Encoding", "Accept-Language",
      "HTTP Request Method: GET", "Response: Received empty network response for zen.",
      "Response Body: Half measures are as bad as nothing at all.",
    ] { #expect(log.current.contains(text), "\(text)") }
  }

  @Test(arguments: [true, false])
  func `behaviour 122, behaviour 123: a request over the network is logged, in lines or as curl`(asCurl: Bool) throws {
    let server = try EchoServer()
    defer { server.stop() }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [logger(asCurl ? [.formatRequestAscURL] : .verbose)])
      .request(Probe(server.host, "/zen"), completion: ending.completion)
    _ = try ending.response()
    let lines =
      asCurl
      ? [
        "$ curl -v", "-X GET", "-H \"Accept-Language:", "-H \"Accept-Encoding:", "-H \"User-Agent:",
        "\"http://\(server.host)/zen\"",
      ]
      : [
        "Request: http://\(server.host)/zen", "Request Headers: ", "User-Agent", "Accept-Encoding", "Accept-Language",
        "HTTP Request Method: GET",
      ]
    for text in lines + ["Response: ", "{ URL: http://\(server.host)/zen }"] {
      #expect(log.current.contains(text), "\(text)")
    }
  }

  @Test func `bodies of successes and of errors are logged by their own options`() {
    let error = MoyaError.statusCode(response)
    logger([.successResponseBody]).didReceive(.failure(error), target: GitHub.zen)
    #expect(!log.current.contains("Response Body"))
    logger([.errorResponseBody]).didReceive(.failure(error), target: GitHub.zen)
    #expect(log.current.contains("Response Body: cool body"))
  }

  @Test func `bytes that are no text are not printed`() {
    logger().didReceive(.success(Response(statusCode: 200, data: Data([0xFF, 0xFE]))), target: GitHub.zen)
    #expect(log.current.contains("## Cannot map data to String ##"))
  }

  @Test(arguments: [true, false])
  func `secrets are redacted in headers, queries, forms and JSON`(asCurl: Bool) {
    var request = URLRequest(urlText: "https://h/login?access_token=S1&page=2")
    request.httpMethod = "POST"
    request.setValue("Bearer S2", forHTTPHeaderField: "authorization")
    request.setValue("id=S3", forHTTPHeaderField: "Cookie")
    request.httpBody = Data(#"{"user": "ada", "password": "S\"4", "pin": 1, "Token": 5555}"#.utf8)
    let logger = logger(asCurl ? [.formatRequestAscURL] : .verbose)
    logger.willSend(Sent(request: request), target: GitHub.zen)
    request.httpBody = Data("user=ada&client_secret=S5".utf8)
    logger.willSend(Sent(request: request), target: GitHub.zen)
    logger.didReceive(
      .success(Response(statusCode: 200, data: Data(#"{"refresh_token":"S6"}"#.utf8))), target: GitHub.zen)
    for secret in ["S1", "S2", "S3", "S\\\"4", "S\"4", "5555", "S5", "S6"] {
      #expect(!log.current.contains(secret), "\(secret)")
    }
    for text in ["page=2", "ada", Redaction.mark] { #expect(log.current.contains(text), "\(text)") }
  }

  /// As JSON, the logger writes one object on a line. The object has the parts that the options name.
  @Test(
    arguments: [
      ([.formatAsJSON], #"{"event":"request","target":"zen","url":"https://api.github.com/zen"}"#),
      (
        [.formatAsJSON, .requestMethod],
        #"{"event":"request","method":"POST","target":"zen","url":"https://api.github.com/zen"}"#
      ),
      (
        [.formatAsJSON, .requestHeaders],
        #"{"event":"request","headers":{"Accept-Language":"en-US","Content-Type":"application/json"},"target":"zen","#
          + #""url":"https://api.github.com/zen"}"#
      ),
      (
        [.formatAsJSON, .requestBody, .formatRequestAscURL],
        #"{"body":"cool body","event":"request","target":"zen","url":"https://api.github.com/zen"}"#
      ),
    ] as [(NetworkLoggerPlugin.Configuration.LogOptions, String)])
  func `as JSON, a request is one object with what is asked for`(
    options: NetworkLoggerPlugin.Configuration.LogOptions, line: String
  ) {
    logger(options).willSend(Sent.withBody, target: GitHub.zen)
    #expect(log.current == line + "\n")
  }

  @Test func `as JSON, answers and errors are objects too, their bodies by their own options`() throws {
    var fields = HeaderFields(["Content-Type": "text/plain"])
    fields.append("Set-Cookie", "id=S1")
    let head = HTTPURLResponse(urlText: "https://h/?token=S2", statusCode: 200, fields: fields)
    let answer = Response(statusCode: 200, data: Data("a\n\"b\" {\"password\":\"S3\"}".utf8), response: head)
    let cases: [(NetworkLoggerPlugin.Configuration.LogOptions, Result<Response, MoyaError>, [String: Any])] = [
      ([], .success(answer), ["event": "response", "status": 200, "url": "https://h/?token=\(Redaction.mark)"]),
      ([.successResponseBody], .success(response), ["event": "response", "body": "cool body"]),
      ([.errorResponseBody], .failure(.statusCode(response)), ["event": "response", "body": "cool body"]),
      (
        [], .failure(.underlying(TransferError(.network, "the line\nbroke"), nil)),
        ["event": "error", "message": "underlying(network: the line\nbroke)"]
      ),
    ]
    for (options, result, expected) in cases {
      log.with { $0 = "" }
      logger(options.union(.formatAsJSON)).didReceive(result, target: GitHub.zen)
      #expect(log.current.split(separator: "\n").count == 1, "\(log.current)")
      #expect(!log.current.contains("S1") && !log.current.contains("S2"))
      let object = try #require(
        try Response(statusCode: 200, data: Data(log.current.utf8)).mapJSON() as? [String: Any])
      #expect(object["target"] as? String == "zen")
      for (name, value) in expected { #expect("\(object[name] ?? "")" == "\(value)", "\(log.current)") }
      #expect((object["body"] != nil) == (expected["body"] != nil), "\(log.current)")
    }
    log.with { $0 = "" }
    logger([.formatAsJSON, .successResponseBody]).didReceive(.success(answer), target: GitHub.zen)
    #expect(!log.current.contains("S3") && log.current.contains(Redaction.mark))
  }

  @Test func `as JSON, a request that there is not is an error`() {
    logger([.formatAsJSON]).willSend(Sent(request: nil), target: GitHub.zen)
    #expect(log.current == #"{"event":"error","message":"(invalid request)","target":"zen"}"# + "\n")
  }

  @Test func `redaction can be turned off`() {
    var sent = Sent.withBody
    sent.request?.setValue("Bearer S2", forHTTPHeaderField: "Authorization")
    logger(redaction: .none).willSend(sent, target: GitHub.zen)
    #expect(log.current.contains("Bearer S2"))
  }
}
