import Foundation
import Testing

@testable import MoyaCore

/// Every input here is wrong and gives a MoyaError. None may trap.
@Suite struct BadParameterTests {
  private func error(_ task: Task, method: MoyaCore.Method = .post) -> MoyaError? {
    do {
      _ = try Endpoints.make(task, method: method).urlRequest()
      return nil
    } catch { return error as? MoyaError }
  }

  private func encodingError(_ parameters: [String: Any]) -> ParameterEncodingError? {
    guard
      case .parameterEncoding(let error)? = error(
        .requestParameters(parameters: parameters, encoding: JSONEncoding.default))
    else { return nil }
    return error as? ParameterEncodingError
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `Infinity and NaN are refused, with the place`(number: Double) {
    #expect(encodingError(["a": ["b": [1, number]]]) == .notFinite(at: "a.b[1]"))
    #expect(encodingError(["a": Float(number)]) == .notFinite(at: "a"))
    #expect(encodingError(["a": NSNumber(value: number)]) == .notFinite(at: "a"))
  }

  @Test(arguments: [URLEncoding.queryString, .httpBody])
  func `A date that is no number is refused in a query and in a form`(encoding: URLEncoding) {
    struct Event { let start: Date }
    let date = Date(timeIntervalSince1970: .nan)
    let values: [Any] = [
      date, date as Date? as Any, [date], AnyHashable(date), ["b": date], Event(start: date), Set([date]), (1, date),
      [1: date], DateInterval(start: date, duration: 1), [Event(start: date) as Event?],
    ]
    for value in values {
      let refused = error(.requestParameters(parameters: ["a": value], encoding: encoding))
      guard case .parameterEncoding(let reason)? = refused else {
        Issue.record("\(type(of: value)) was written")
        continue
      }
      #expect(reason is ParameterEncodingError)
    }
    for value in [Date(timeIntervalSince1970: 0), Event(start: .distantPast), Set([1])] as [Any] {
      #expect(error(.requestParameters(parameters: ["a": value], encoding: encoding)) == nil)
    }
  }

  @Test func `A type that JSON has no form for is refused, with the place and without the value`() throws {
    struct Secret { let password = "hunter2" }
    let refused = try #require(encodingError(["user": ["keys": [Secret()]]]))
    #expect(refused == .notJSON(type: "Secret", at: "user.keys[0]"))
    #expect(!MoyaError.parameterEncoding(refused).message.contains("hunter2"))
    #expect(encodingError(["d": Date()]) == .notJSON(type: "Date", at: "d"))
    #expect(encodingError(["d": Data([1])]) == .notJSON(type: "Data", at: "d"))
    #expect(encodingError(["d": [1: "a"]]) == .notJSON(type: "Dictionary<Int, String>", at: "d"))
  }

  private func nested(_ depth: Int) -> Any {
    var value: Any = "leaf"
    for _ in 0..<depth { value = [value] }
    return value
  }

  @Test(arguments: [511, 512, 5_000])
  func `Parameters nested too deep are refused by every encoding`(depth: Int) {
    let parameters = ["a": nested(depth)]
    for encoding in [JSONEncoding.default, URLEncoding.httpBody, URLEncoding.queryString] as [any ParameterEncoding] {
      let refused = error(.requestParameters(parameters: parameters, encoding: encoding)) != nil
      // The outer dictionary counts as a level in JSON, but not in a key.
      let isTooDeep = encoding is JSONEncoding ? depth + 1 > 512 : depth > 512
      #expect(refused == isTooDeep, "\(depth) \(encoding)")
    }
  }

  @Test func `Keys with brackets, ampersands and line ends stay one key each`() throws {
    let parameters: [String: Any] = ["a[]": 1, "b&c=d": ["e]f": 2], "g\r\n": "h\r\nX: y"]
    let request = try URLEncoding.queryString.encode(Endpoints.make(.requestPlain).urlRequest(), with: parameters)
    #expect(request.urlText.hasSuffix("?a%5B%5D=1&b%26c%3Dd%5Be%5Df%5D=2&g%0D%0A=h%0D%0AX%3A%20y"))
    try RequestRules.check(request)
  }

  @Test func `A query needs a URL to stand in`() {
    #expect { try URLEncoding.queryString.encode(URLRequest(urlText: ""), with: ["a": 1]) } throws: {
      $0 as? ParameterEncodingError == .missingURL
    }
  }
}
