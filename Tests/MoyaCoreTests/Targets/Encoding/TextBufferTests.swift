import FoundationEssentials
import Testing

@testable import MoyaCore

/// A buffer starts with 512 bytes on the stack. The tests write texts of about this size, and longer and shorter ones.
@Suite struct TextBufferTests {
  @Test(arguments: [0, 1, 127, 128, 129, 170, 171, 511, 512, 513, 1024, 100_000])
  func `text of any length is percent-encoded byte by byte`(length: Int) {
    let text = String((0..<length).map { ["a", " ", "é", "~"][$0 % 4] }.joined())
    let expected = text.map { ["a": "a", " ": "%20", "é": "%C3%A9", "~": "~"][$0] ?? "" }.joined()
    #expect(URLEncoding().escape(text) == expected)
  }

  @Test(arguments: [0, 1, 510, 511, 512, 513, 100_000])
  func `a JSON string of any length keeps every byte`(length: Int) throws {
    let text = String(repeating: "é\"\n", count: length)
    let data = try JSONWriter.data(text, options: [])
    #expect(String(decoding: data, as: UTF8.self) == "\"" + String(repeating: "é\\\"\\n", count: length) + "\"")
  }

  @Test(arguments: [Int.min, -10, -1, 0, 9, 10, 99, 100, Int.max])
  func `numbers are written with all their digits`(number: Int) throws {
    #expect(try JSONWriter.data(number, options: []) == Data("\(number)".utf8))
    #expect(URLEncoding().queryComponents(fromKey: "n", value: number).map(\.1) == ["\(number)"])
  }

  @Test func `the last bytes can be taken back, and no more than there are`() {
    let text = TextBuffer.string { text in
      text.append("abc")
      text.removeLast()
      #expect(text.last == 0x62)
      text.removeLast(7)
      #expect(text.last == nil)
      text.append("d")
    }
    #expect(text == "d")
  }

  @Test(arguments: [0, 1, 2, 15, 31, 32, 33, 64, 65, 1000])
  func `any number of keys comes in order`(count: Int) throws {
    let parameters = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", $0 as Any) })
    let expected = parameters.keys.sorted().map { "\($0)=\($0.dropFirst(3))" }.joined(separator: "&")
    let body = try QueryWriter.form(parameters, URLEncoding())
    #expect(String(decoding: body, as: UTF8.self) == expected)
  }

  @Test(arguments: [2, 100])
  func `a value that cannot be written leaves nothing of the others`(count: Int) {
    var parameters = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", "text" as Any) })
    parameters["key1"] = Double.infinity
    #expect(throws: ParameterEncodingError.self) { try JSONWriter.data(parameters, options: []) }
  }
}
