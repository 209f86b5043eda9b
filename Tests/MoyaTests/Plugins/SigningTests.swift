import Moya
import MoyaTestSupport
import Testing

@Suite struct SigningTests {
  private let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
  private let plugin = SigningPlugin(secret: "secret", place: .header("X-Sign"))

  private func signed(_ target: Probe, _ plugin: SigningPlugin) throws -> URLRequest {
    MoyaXProvider(backend: rules, plugins: [plugin]).request(target) { _ in }
    return try #require(rules.requests.last)
  }

  private func signature(_ body: String, type: String = "application/json", path: String = "/s") throws -> String? {
    var target = Probe(nil, path)
    target.method = .post
    target.task = .requestData(Data(body.utf8))
    target.headers = ["Content-Type": type]
    return try signed(target, plugin).value(forHTTPHeaderField: "X-Sign")
  }

  @Test func `parameters are signed, sorted, with MD5 or HMAC-SHA256`() throws {
    var target = Probe(nil, "/s")
    target.task = .requestParameters(parameters: ["b": "2", "a": "x y"], encoding: URLEncoding.queryString)
    // printf 'a=x%%20y&b=2secret' | md5sum;  printf 'a=x%%20y&b=2' | openssl dgst -sha256 -hmac secret
    #expect(
      try signed(target, SigningPlugin(secret: "secret", algorithm: .md5)).urlText
        == "http://probe.example/s?a=x%20y&b=2&sign=9e18092a5a3901bba6e1b58329cd932e")
    let expected = "4804db38ea7672d36afd2388fc814084e65b6f48ba246711a83dd2bed60aeb6b"
    #expect(try signed(target, plugin).value(forHTTPHeaderField: "X-Sign") == expected)
    target.method = .post
    for encoding in [URLEncoding.httpBody, JSONEncoding.default, JSONEncoding.prettyPrinted] as [any ParameterEncoding]
    {
      target.task = .requestParameters(parameters: ["b": "2", "a": "x y"], encoding: encoding)
      #expect(try signed(target, plugin).value(forHTTPHeaderField: "X-Sign") == expected)
    }
  }

  @Test(arguments: [
    // printf '%s' TEXT | openssl dgst -sha256 -hmac secret
    (
      #"{ "b" : [1, "x y"], "a" : "\u0031" }"#, "application/json",
      "9fc462e5129b2c128b519583062505189cd4824a5a8528d263d7dfb57df29560"
    ),
    (
      "b=0&a=2&a=1", "application/x-www-form-urlencoded",
      "c1dcd51bbcecb9f2ced5b9b4e9ef02411b4f2792d18a84dfc7a860fcf25caf5f"
    ),
    ("<a/>", "text/xml", "bf8294980f136c28b2fd8a2e21ceb2c14f080dcde3f48347c7ef6e72342984af"),
  ])
  func `a body is signed by its members, or as the parameter body`(body: String, type: String, text: String) throws {
    #expect(try signature(body, type: type) == text)
  }

  @Test func `what is sent differently is signed differently`() throws {
    let bodies = [
      #"{"b":1}"#, #"{"amount":1000000}"#, #"{"a":"1&b=2"}"#, #"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, #"{"a":1}"#,
      #"{"n":18446744073709551616}"#, #"{"n":18446744073709551617}"#, #"{"n":{"a":"x y"}}"#, #"{"n":{"a":"xy"}}"#,
      #"{"n":"}"}"#, "[1]", "[2]", "text", #"{"broken":1"#, "{}",
    ]
    let signatures = try bodies.map { try signature($0) }
    #expect(Set(signatures).count == bodies.count && !signatures.contains(nil))
    let forms = try ["a=%FF", "a=%FE", "a=1%26b%3D2", "a=1&b=2", "a%3D1=2"].map {
      try signature($0, type: "application/x-www-form-urlencoded")
    }
    #expect(Set(forms).count == forms.count)
  }

  /// At each attempt, the last plugin sees the request as it will be sent, without the signature of the previous
  /// attempt.
  @Test func `what plugins before it have changed is signed, and each attempt anew`() throws {
    var attempts = 0
    let numbering = Changing { request in
      attempts += 1
      request.urlText += "?attempt=\(attempts)"
    }
    var policy = RetryPolicy()
    policy.scale = 0
    policy.limit = 1
    let ending = Ending()
    let busy = StubRules()
    busy.add(.any, answer: .fixed(.networkResponse(503, Data())))
    MoyaXProvider(backend: busy, plugins: [RetryPlugin(policy), numbering, SigningPlugin(secret: "secret")])
      .request(Probe(nil, "/s"), completion: ending.completion)
    #expect(try ending.response().statusCode == 503)
    // printf '%s' TEXT | openssl dgst -sha256 -hmac secret
    #expect(
      busy.requests.map(\.urlText) == [
        "http://probe.example/s?attempt=1&sign=081a1c47b7b49c5c66ada8f03bf344b73757575b53b699f542e72409b4e8620d",
        "http://probe.example/s?attempt=2&sign=c6535e7f08f2072fc56c9eded5d9773012831221fa6d2e6aecec03c285eed1f9",
      ])
  }

  @Test func `a question mark in the fragment begins no query`() throws {
    let plain = try signature("")
    for (url, text) in [
      ("http://h/#a?b=1", plain),
      ("http://h/?b=1#a?c=1", "2efe0473b7c14487a3c600c413a5528ec1207d96d7c44b75b71a070c45423721"),
    ] {
      MoyaXProvider(backend: rules, plugins: [plugin]).get(url) { _ in }
      #expect(rules.requests.last?.value(forHTTPHeaderField: "X-Sign") == text, "\(url)")
    }
  }

  @Test func `an upload is refused, because its bytes would not be signed`() throws {
    var target = Probe()
    target.method = .post
    let part = MultipartFormBodyPart(provider: .data(Data("x".utf8)), name: "a")
    for task in [Task.uploadFile(URL(fileURLWithPath: "/dev/null")), .uploadMultipartFormData([part])] {
      target.task = task
      let ending = Ending()
      MoyaXProvider(backend: rules, plugins: [plugin]).request(target, completion: ending.completion)
      #expect(try ending.error().transferKind == .invalidRequest)
    }
    #expect(rules.requests.isEmpty)
  }
}

/// Changes each request.
private final class Changing: PluginType {
  private let change: (inout URLRequest) -> Void

  init(_ change: @escaping (inout URLRequest) -> Void) { self.change = change }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    var request = request
    change(&request)
    return request
  }
}
