import Foundation
import Testing

@testable import MoyaCore

@Suite struct MoyaErrorTests {
  struct Cause: LocalizedError, Equatable {
    var errorDescription: String? { "the cause" }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let error: MoyaError
    let code: Int
    let hasResponse: Bool
    let hasCause: Bool
    let text: String

    var testDescription: String { "\(code)" }
  }

  @Test func `A transfer error is one of NSURLErrorDomain to those who ask for an NSError`() {
    let bridged = TransferError.cancelled as NSError
    #expect(bridged.domain == NSURLErrorDomain && bridged.code == NSURLErrorCancelled)
    #expect(bridged.localizedDescription == "the request was cancelled")
  }

  static let response = Response(statusCode: 400, data: Data())
  static let rows: [Row] = [
    Row(
      error: .imageMapping(response), code: 0, hasResponse: true, hasCause: false,
      text: "Failed to map data to an Image."),
    Row(
      error: .jsonMapping(response), code: 1, hasResponse: true, hasCause: false, text: "Failed to map data to JSON."),
    Row(
      error: .stringMapping(response), code: 2, hasResponse: true, hasCause: false,
      text: "Failed to map data to a String."),
    Row(
      error: .objectMapping(Cause(), response), code: 3, hasResponse: true, hasCause: true,
      text: "Failed to map data to a Decodable object."),
    Row(
      error: .encodableMapping(Cause()), code: 4, hasResponse: false, hasCause: true,
      text: "Failed to encode Encodable object into data."),
    Row(
      error: .statusCode(response), code: 5, hasResponse: true, hasCause: false,
      text: "Status code didn't fall within the given range."),
    Row(error: .underlying(Cause(), response), code: 6, hasResponse: true, hasCause: true, text: "the cause"),
    Row(
      error: .requestMapping("u"), code: 7, hasResponse: false, hasCause: false,
      text: "Failed to map Endpoint to a URLRequest."),
    Row(
      error: .parameterEncoding(Cause()), code: 8, hasResponse: false, hasCause: true,
      text: "Failed to encode parameters for URLRequest. the cause"),
  ]

  @Test(arguments: rows)
  func `behaviour 60: an error has the response it came with`(row: Row) {
    #expect((row.error.response === Self.response) == row.hasResponse)
    #expect((row.error.response == nil) != row.hasResponse)
  }

  @Test(arguments: rows)
  func `behaviour 61: an error has the cause it came with`(row: Row) {
    #expect((row.error.underlyingError as? Cause == Cause()) == row.hasCause)
  }

  @Test(arguments: rows)
  func `behaviour 62: an error bridges to NSError with domain, code and text`(row: Row) {
    let bridged = row.error as NSError
    #expect(bridged.domain == "Moya.MoyaError" && bridged.code == row.code)
    #expect(bridged.localizedDescription == row.text)
    #expect(row.error.errorDescription == row.text && row.error.localizedDescription == row.text)
    #expect(row.error.errorUserInfo["NSLocalizedDescription"] as? String == row.text)
    #expect((row.error.errorUserInfo["NSUnderlyingError"] as? Cause == Cause()) == row.hasCause)
  }

  @Test func `behaviour 94, the text: an NSError's own words are shown`() {
    let cause = NSError(domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "Houston, we have a problem"])
    #expect(MoyaError.underlying(cause, nil).localizedDescription == "Houston, we have a problem")
  }

  @Test func `behaviour 65: an error wins over an answer that is there too`() throws {
    let url = try #require(URL(string: "http://h"))
    let head = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
    guard
      case .failure(.underlying(is Cause, let response?)) = convertResponseToResult(
        head, request: nil, data: Data([1]), error: Cause())
    else {
      Issue.record("the error does not win")
      return
    }
    #expect(response.response === head && response.data == Data([1]))
    guard
      case .failure(.underlying(is Cause, nil)) = convertResponseToResult(nil, request: nil, data: nil, error: Cause()),
      case .success(let answer) = convertResponseToResult(head, request: nil, data: nil, error: nil),
      case .failure(.underlying(let unknown as TransferError, nil)) = convertResponseToResult(
        nil, request: nil, data: nil, error: nil)
    else {
      Issue.record("a combination is not what it should be")
      return
    }
    #expect(answer.data.isEmpty && unknown.urlErrorCode == -1)
  }

  @Test func `The flat error is the innermost of our own, with its response`() {
    let refused = MoyaError.underlying(MoyaError.statusCode(Self.response), Self.response)
    guard case .statusCode(let response) = refused.flat else {
      Issue.record("\(refused.flat)")
      return
    }
    #expect(response === Self.response)
    #expect(refused.message == "The server answered with status 400.")
    let nested = MoyaError.underlying(MoyaError.underlying(Cause(), nil), Self.response).flat
    #expect(nested.response === Self.response && nested.message == "the cause")
    #expect(MoyaError.encodableMapping(Cause()).message.hasSuffix("the cause"))
  }

  private struct Login: Encodable {
    let password: String
    let ratios: [Double]
  }

  @Test func `A value that cannot be encoded is named by type and place and not shown`() {
    struct Refusing: Encodable {
      let login: Login
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(login, .init(codingPath: encoder.codingPath, debugDescription: "hunter2"))
      }
    }
    let login = Login(password: "hunter2", ratios: [1, .infinity])
    for (value, text) in [
      (login, "A value of type Double cannot be encoded (at ratios[1])."),
      (["user": [Refusing(login: login)]], "A value of type Login cannot be encoded (at user[0])."),
    ] as [(any Encodable & Sendable, String)] {
      #expect {
        try Endpoints.make(.requestJSONEncodable(value)).urlRequest()
      } throws: {
        guard let error = $0 as? MoyaError, case .encodableMapping(is EncodingError) = error else { return false }
        let wrapped = MoyaError.underlying(error, nil)
        let below = MoyaError.parameterEncoding(error.underlyingError ?? error)
        let texts = [error.message, "\(error)", String(reflecting: error), "\(wrapped)", "\(below)", below.message]
        return texts.allSatisfy { $0.contains(text) && !$0.contains("hunter2") && !$0.contains("inf") }
      }
    }
  }

  private struct Session: Decodable {
    enum Role: String, Decodable { case reader }

    let role: Role?
    let small: Int8?
    let due: URL?
    let seats: [Int]?
    let owners: [String: Session]?
    let rooms: [Int: Session]?
  }

  @Test(arguments: [
    (#"{"role":"hunter2"}"#, "The value cannot be read (at role)."),
    (#"{"small":77723}"#, "The value cannot be read."),
    (#"{"due":"http://hunter2:[/"}"#, "The value cannot be read (at due)."),
    (#"{"seats":[1,"hunter2"]}"#, "The value is not of type Int (at seats[1])."),
    (#"{"seats":[1,null]}"#, "A value of type Int is missing (at seats[1])."),
    (#"{"owners":{"hunter2":{"role":"hunter2"}}}"#, "The value cannot be read (at owners.*.role)."),
    (#"{"rooms":{"77723":{"seats":"hunter2"}}}"#, "The value is not of type Array<Any> (at rooms.*.seats)."),
    ("{\"hunter2\"", "The value cannot be read."),
    ("[]", "The value is not of type Dictionary<String, Any>."),
  ])
  func `A value of an answer that does not fit is named by type and place and not shown`(json: String, text: String) {
    let response = Response(statusCode: 200, data: Data(json.utf8))
    #expect {
      try response.map(Session.self)
    } throws: {
      guard let error = $0 as? MoyaError, let cause = error.underlyingError as? DecodingError else { return false }
      let below = MoyaError.underlying(cause, nil)
      let texts = [error.message, "\(error)", String(reflecting: error), below.message, below.localizedDescription]
      return (texts + ["\(below)"]).allSatisfy {
        $0.contains(text) && !$0.contains("hunter2") && !$0.contains("77723")
      }
    }
  }

  @Test func `A key that is missing in an answer is named only where the program declares it`() {
    struct Named: Decodable { let name: String }
    struct Free: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let context = DecodingError.Context(codingPath: [], debugDescription: "hunter2")
    let missing = DecodingError.keyNotFound(Free(stringValue: "hunter2"), context)
    #expect("\(MoyaError.underlying(missing, nil))" == "underlying(The key '*' is missing.)")
    #expect {
      try Response(statusCode: 200, data: Data(#"[{}]"#.utf8)).map([Named].self)
    } throws: {
      ($0 as? MoyaError)?.message
        == "Failed to map data to a Decodable object. The key 'name' is missing (at [0])."
    }
  }

  @Test func `An error shows neither the user nor the query of a URL`() {
    for (url, text) in [
      ("http://h/a b", #"requestMapping("http://h/a b")"#), ("http://u:p?S@h/", #"requestMapping("<redacted>")"#),
      ("http://h/ ?q=S", #"requestMapping("http://h/ <redacted>")"#),
      ("http://h#token=S", #"requestMapping("http://h<redacted>")"#),
    ] {
      let error = MoyaError.requestMapping(url)
      #expect("\(error)" == text && String(reflecting: error) == text)
      #expect(!"\(MoyaError.underlying(error, nil)) \(error.localizedDescription) \(error.message)".contains("S"))
      guard case .requestMapping(let whole) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(whole == url)
    }
  }

  @Test func `Other errors are written as Swift writes an enum`() {
    let response = Self.response
    #expect("\(MoyaError.statusCode(response))" == "statusCode(Status Code: 400, Data Length: 0)")
    #expect("\(MoyaError.jsonMapping(response))" == "jsonMapping(Status Code: 400, Data Length: 0)")
    let refused = MoyaError.underlying(MoyaError.statusCode(response), response)
    #expect("\(refused)" == "underlying(statusCode(\(response)), \(response))")
    #expect("\(MoyaError.underlying(TransferError.cancelled, nil))" == "underlying(\(TransferError.cancelled))")
  }
}
