import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct EndpointEqualityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let left: Task
    let right: Task
    let isEqual: Bool

    init(_ name: String, _ left: Task, _ right: Task, isEqual: Bool) {
      (testDescription, self.left, self.right, self.isEqual) = (name, left, right, isEqual)
    }
  }

  private static func parts(_ text: String) -> [MultipartFormBodyPart] { [Endpoints.part(text)] }
  private static func form(_ text: String) -> MultipartFormData { MultipartFormData(parts: parts(text)) }
  private static func file(_ path: String) -> URL { URL(fileURLWithPath: path) }
  private static func parameters(_ value: String, _ encoding: any ParameterEncoding = JSONEncoding.default) -> Task {
    .requestParameters(parameters: ["key": value], encoding: encoding)
  }
  private static func download(_ value: String, _ path: String = "/tmp/a") -> Task {
    .downloadParameters(
      parameters: ["key": value], encoding: JSONEncoding.default, destination: Endpoints.destination(path))
  }
  private static func composite(_ body: String, _ query: String) -> Task {
    .requestCompositeParameters(
      bodyParameters: ["b": body], bodyEncoding: JSONEncoding.default, urlParameters: ["q": query])
  }
  private static let other = Endpoints.Issue(title: "T", createdAt: Date(timeIntervalSince1970: 0))

  static let cases: [Case] = [
    Case("behaviour 27", .uploadMultipart(parts("a")), .uploadMultipart(parts("a")), isEqual: true),
    Case("behaviour 28", .uploadMultipart(parts("a")), .uploadMultipart(parts("b")), isEqual: false),
    Case("behaviour 29", .uploadMultipartFormData(form("a")), .uploadMultipartFormData(form("a")), isEqual: true),
    Case("behaviour 30", .uploadMultipartFormData(form("a")), .uploadMultipartFormData(form("b")), isEqual: false),
    Case(
      "behaviour 31", .uploadCompositeMultipart(parts("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipart(parts("a"), urlParameters: ["k": 1]), isEqual: true),
    Case(
      "behaviour 32", .uploadCompositeMultipart(parts("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipart(parts("b"), urlParameters: ["k": 1]), isEqual: false),
    Case(
      "behaviour 33", .uploadCompositeMultipart(parts("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipart(parts("a"), urlParameters: ["k": 2]), isEqual: false),
    Case(
      "behaviour 34", .uploadCompositeMultipartFormData(form("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipartFormData(form("a"), urlParameters: ["k": 1]), isEqual: true),
    Case(
      "behaviour 35", .uploadCompositeMultipartFormData(form("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipartFormData(form("b"), urlParameters: ["k": 1]), isEqual: false),
    Case(
      "behaviour 36", .uploadCompositeMultipartFormData(form("a"), urlParameters: ["k": 1]),
      .uploadCompositeMultipartFormData(form("a"), urlParameters: ["k": 2]), isEqual: false),
    Case("behaviour 37", .uploadFile(file("/a")), .uploadFile(file("/a")), isEqual: true),
    Case("behaviour 38", .uploadFile(file("/a")), .uploadFile(file("/b")), isEqual: false),
    Case(
      "behaviour 39", .downloadDestination(Endpoints.destination("/a")),
      .downloadDestination(Endpoints.destination("/a")), isEqual: true),
    Case(
      "behaviour 40: the destination does not count", .downloadDestination(Endpoints.destination("/a")),
      .downloadDestination(Endpoints.destination("/b")), isEqual: true),
    Case("behaviour 41", download("a"), download("a"), isEqual: true),
    Case("behaviour 42", download("a"), download("b"), isEqual: false),
    Case(
      "behaviour 43", .requestCompositeData(bodyData: Data([1]), urlParameters: ["k": 1]),
      .requestCompositeData(bodyData: Data([1]), urlParameters: ["k": 1]), isEqual: true),
    Case(
      "behaviour 44", .requestCompositeData(bodyData: Data([1]), urlParameters: ["k": 1]),
      .requestCompositeData(bodyData: Data([1]), urlParameters: ["k": 2]), isEqual: false),
    Case(
      "behaviour 45", .requestCompositeData(bodyData: Data([1]), urlParameters: ["k": 1]),
      .requestCompositeData(bodyData: Data([2]), urlParameters: ["k": 1]), isEqual: false),
    Case("behaviour 46", .requestPlain, .requestPlain, isEqual: true),
    Case("behaviour 47", .requestData(Data([1])), .requestData(Data([1])), isEqual: true),
    Case("behaviour 48", .requestData(Data([1])), .requestData(Data([2])), isEqual: false),
    Case(
      "behaviour 49", .requestJSONEncodable(Endpoints.issue), .requestJSONEncodable(Endpoints.issue), isEqual: true),
    Case("behaviour 50", .requestJSONEncodable(Endpoints.issue), .requestJSONEncodable(other), isEqual: false),
    Case("behaviour 51", parameters("a"), parameters("a"), isEqual: true),
    Case("behaviour 52", parameters("a"), parameters("b"), isEqual: false),
    Case("behaviour 53", composite("a", "b"), composite("a", "b"), isEqual: true),
    Case("behaviour 54", composite("a", "b"), composite("a", "c"), isEqual: false),
    Case("behaviour 55", composite("a", "b"), composite("c", "b"), isEqual: false),
    Case(
      "behaviour 56", .requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder()),
      .requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder()), isEqual: true),
    Case(
      "behaviour 57", .requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder()),
      .requestCustomJSONEncodable(other, encoder: Endpoints.encoder()), isEqual: false),
    Case(
      "behaviour 58", .requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder()),
      .requestCustomJSONEncodable(Endpoints.issue, encoder: Endpoints.encoder(.convertToSnakeCase)), isEqual: false),
    Case(
      "difference: the kind of task counts, a download is no plain request", .requestPlain,
      .downloadDestination(Endpoints.destination("/a")), isEqual: false),
    Case("difference: an upload is no plain request", .requestPlain, .uploadFile(file("/a")), isEqual: false),
    Case("difference: equal parameters give equal bytes", many(), many(), isEqual: true),
  ]

  /// Many parameters. Two separately built dictionaries of them rarely have the same order.
  private static func many() -> Task {
    var inner: [String: Any] = [:]
    for number in (0..<40).shuffled() { inner["key\(number)"] = number }
    return .requestParameters(parameters: ["outer": inner], encoding: URLEncoding.httpBody)
  }

  @Test(arguments: cases)
  func `Endpoints are equal when they send the same`(example: Case) {
    let left = Endpoints.make(example.left)
    let right = Endpoints.make(example.right, sample: Data("another sample".utf8))
    #expect((left == right) == example.isEqual)
    if example.isEqual { #expect(left.hashValue == right.hashValue) }
  }

  @Test func `Method, URL and headers count`() {
    let endpoint = Endpoints.make(.requestPlain)
    #expect(endpoint != Endpoints.make(.requestPlain, method: .put))
    #expect(endpoint != Endpoints.make(.requestPlain, url: Endpoints.url + "/a"))
    #expect(endpoint != Endpoints.make(.requestPlain, headers: ["Title": "Other"]))
    #expect(endpoint == Endpoints.make(.requestPlain, headers: ["TITLE": "Dominar"]))
  }

  @Test func `A copy keeps what it is not given`() {
    let endpoint = Endpoint(
      url: Endpoints.url, sampleResponseClosure: { .networkResponse(418, Data()) }, method: .put, task: .requestPlain,
      httpHeaderFields: ["Title": "Dominar"], timeout: 3, partialDownload: URL(filePath: "/tmp/film.part"))
    for copy in [endpoint.replacing(task: .requestData(Data())), endpoint.adding(newHTTPHeaderFields: ["X": "1"])] {
      #expect(copy.url == endpoint.url && copy.method == .put && copy.httpHeaderFields?["Title"] == "Dominar")
      #expect(copy.timeout == 3 && copy.partialDownload == endpoint.partialDownload)
      guard case .networkResponse(418, _) = copy.sampleResponseClosure() else {
        Issue.record("another sample")
        return
      }
    }
  }

  @Test func `Endpoints that cannot be built are equal when their descriptions are`() {
    let broken = Endpoints.make(.requestPlain, url: "http://[bad")
    #expect(broken == Endpoints.make(.requestPlain, url: "http://[bad"))
    #expect(broken != Endpoints.make(.requestPlain, url: "http://[worse"))
    #expect(broken != Endpoints.make(.requestPlain, method: .put, url: "http://[bad"))
  }
}
