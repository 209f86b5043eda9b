import Foundation
import Testing

@testable import MoyaCore

/// How the values in a `[String: Any]` are encoded, including those of Foundation's classes.
@Suite struct ParameterValueTests {
  private func json(_ value: Any) throws -> String {
    let body = try JSONEncoding.default.encode(URLRequest(urlText: "http://h"), withJSONObject: [value]).httpBody
    return String(String(decoding: body ?? Data(), as: UTF8.self).dropFirst().dropLast())
  }

  private func query(_ value: Any) throws -> String {
    let url = try URLEncoding.queryString.encode(URLRequest(urlText: "http://h"), with: ["v": value]).urlText
    return String(url.dropFirst("http://h?v=".count))
  }

  @Test func `Numbers keep their value to the last digit`() throws {
    #expect(try json(Int.max) == "9223372036854775807" && json(Int.min) == "-9223372036854775808")
    #expect(try json(UInt64.max) == "18446744073709551615" && query(UInt64.max) == "18446744073709551615")
    #expect(try json(Int8(-5)) == "-5" && query(Int8(5)) == "5" && json(UInt16(7)) == "7")
    #expect(
      try json(0.1 + 0.2) == "0.30000000000000004" && json(Double.greatestFiniteMagnitude) == "1.7976931348623157e+308")
    #expect(try json(Double.leastNonzeroMagnitude) == "5e-324")
    #expect(try json(1.0) == "1" && json(-0.0) == "-0" && json(Float(1.1)) == "1.1")
    #expect(try json(Decimal(string: "0.1") ?? 0) == "0.1")
  }

  @Test func `Null has three names`() throws {
    let missing: Int? = nil
    #expect(try json(NSNull()) == "null" && json(JSONNull()) == "null" && json(missing as Any) == "null")
    #expect(try query(NSNull()) == "%3Cnull%3E" && query(JSONNull()) == "%3Cnull%3E" && query(missing as Any) == "nil")
  }

  @Test func `Wrapped values are what they wrap`() throws {
    let some: Int? = 3
    #expect(try json(some as Any) == "3" && json(AnyHashable(true)) == "true" && json(AnyHashable("s")) == "\"s\"")
    #expect(try json(NSNumber(value: 5)) == "5" && json(NSNumber(value: 1.5)) == "1.5")
    #expect(
      try json(["a", "b"]) == #"["a","b"]"# && json([1, 2]) == "[1,2]" && json(["k": [true]]) == #"{"k":[true]}"#)
    #expect(try query(AnyHashable(true)) == "1")
  }

  @Test func `Optional numbers are numbers in a query, as Foundation bridges them`() throws {
    let number: Int? = 5
    let flag: Bool? = true
    let ratio: Double? = 2.5
    #expect(try query(number as Any) == "5" && query(flag as Any) == "1" && query(ratio as Any) == "2.5")
    #expect(try query(Optional(number) as Any) == "5" && query(Optional(NSNumber(value: 3)) as Any) == "3")
    let list: [Int?] = [1, nil, 3]
    let encoded = try URLEncoding.queryString.encode(URLRequest(urlText: "http://h"), with: ["v": list])
    #expect(encoded.urlText == "http://h?v%5B%5D=1&v%5B%5D=nil&v%5B%5D=3")
  }

  @Test func `Foundation's Bools and optional Anys are written as what they hold`() throws {
    #expect(try json(NSNumber(value: true)) == "true" && json(NSNumber(value: false)) == "false")
    #expect(try json(NSNumber(value: 1)) == "1" && json(NSArray(array: [true, 1])) == "[true,1]")
    #expect(try json([nil, 1, "x", true] as [Any?]) == #"[null,1,"x",true]"#)
    #expect(try json(["a": true, "b": nil] as [String: Any?]) == #"{"a":true,"b":null}"#)
    let literal = URLEncoding(destination: .queryString, boolEncoding: .literal)
    let values: [Any?] = [true, NSNumber(value: false)]
    let request = try literal.encode(URLRequest(urlText: "http://h"), with: ["v": values])
    #expect(request.urlText == "http://h?v%5B%5D=true&v%5B%5D=false")
  }

  @Test func `Values that a query has no rule for are written by their description`() throws {
    let some: String? = "v"
    #expect(try query(Date(timeIntervalSince1970: 0)) == "1970-01-01%2000%3A00%3A00%20%2B0000")
    #expect(try query(Data([1, 2, 3])) == "3%20bytes")
    #expect(try query(some as Any) == "Optional%28%22v%22%29")
    #expect(try query(#require(URL(string: "http://a/b?c=d"))) == "http%3A//a/b?c%3Dd")
  }

  @Test func `Keys sort at every level`() throws {
    let parameters: [String: Any] = ["b": ["z": 1, "A": 2], "a": [["d": 1, "c": 2]]]
    #expect(try json(parameters) == #"{"a":[{"c":2,"d":1}],"b":{"A":2,"z":1}}"#)
    let request = try URLEncoding.httpBody.encode(URLRequest(urlText: "http://h"), with: parameters)
    #expect(request.httpBody == Data("a%5B%5D%5Bc%5D=2&a%5B%5D%5Bd%5D=1&b%5BA%5D=2&b%5Bz%5D=1".utf8))
  }

  @Test func `Arrays can be named by a closure`() throws {
    let encoding = URLEncoding(
      destination: .queryString, arrayEncoding: .custom { key, index in "\(key).\(index + 1)" })
    let url = try encoding.encode(URLRequest(urlText: "http://h"), with: ["foo": ["a", 1, true]]).urlText
    #expect(url == "http://h?foo.1=a&foo.2=1&foo.3=1")
  }

  @Test func `A parameter's pairs can be had by themselves`() {
    let encoding = URLEncoding(arrayEncoding: .indexInBrackets, boolEncoding: .literal)
    func pairs(_ value: Any) -> [String] {
      encoding.queryComponents(fromKey: "&", value: value).map { "\($0.0) is \($0.1)" }
    }
    #expect(pairs(["a=b", true, ""] as [Any]) == ["%26%5B0%5D is a%3Db", "%26%5B1%5D is true", "%26%5B2%5D is "])
    #expect(pairs(["x": 1]) == ["%26%5Bx%5D is 1"])
    #expect(pairs([Int]()).isEmpty)
    var deep: Any = 1
    for _ in 0...600 { deep = [deep] }
    #expect(pairs(deep).isEmpty)
    #expect(encoding.escape("a b/?+é") == "a%20b/?%2B%C3%A9")
  }

  @Test func `A JSON array can be the whole body`() throws {
    let request = try Endpoints.make(.requestJSON([["id": 1], ["id": 2]])).urlRequest()
    #expect(request.httpBody == Data(#"[{"id":1},{"id":2}]"#.utf8))
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
  }
}
