import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct SentTextTests {
  static func check(_ data: Data) -> SentText.Fault? { data.withUnsafeBytes { SentText.json($0) } }
  static func check(_ text: String) -> SentText.Fault? { check(Data(text.utf8)) }

  static let sound = [
    "0", " null ", "\"\"", "[]", "{}", "[[],{}]", "{\"a\":{\"b\":[1,-2.5e+3,true,false,null]},\"\":\"\\u00e9\"}",
    "[\"\\ud83d\\ude00\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "\t{\r\n \"a\" : 1 ,\n\"a\" : [ ] } ",
    "\"a text of more than eight bytes, and of sixteen\"", "\"Zürich, 東京 and 😀 behind eight bytes\"",
    "[\"seven77\",\"eight888\",\"nine99999\"]", "{\"key of eight bytes\":\"12345678\\n12345678\"}",
  ]

  @Test(arguments: sound)
  func `Sound JSON passes the check as it passes the reader`(text: String) throws {
    #expect(SentTextTests.check(text) == nil)
    _ = try JSONReader.value(Data(text.utf8))
  }

  /// The check and the reader must agree on each text that differs from a valid text in one byte or that ends early.
  @Test(arguments: sound)
  func `The check and the reader agree on damaged JSON`(text: String) {
    let bytes = Array(text.utf8)
    let damaged = bytes.indices.flatMap { place in
      let marks: [UInt8] = [0x00, 0x0A, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x7D, 0x80, 0xC3, 0xED, 0xFF]
      return marks.map { Data(bytes[..<place] + [$0] + bytes[(place + 1)...]) } + [Data(bytes[..<place])]
    }
    for data in damaged {
      let isSound = (try? JSONReader.value(data)) != nil
      #expect((SentTextTests.check(data) == nil) == isSound, "\(String(decoding: data, as: UTF8.self))")
    }
  }

  static let places: [(String, Int)] = [
    ("", 0), ("{\"a\":1,}", 7), ("[1,2", 4), ("{\"a\" 1}", 5), ("[tru]", 1), ("{} x", 3), ("\"a\nb\"", 2),
  ]

  @Test(arguments: places)
  func `The check says at which byte the text stops being JSON`(text: String, place: Int) {
    #expect(SentTextTests.check(text) == .malformed(at: place))
  }

  @Test func `Five hundred and twelve levels are sound, one more is too deep`() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(SentTextTests.check(nested(512)) == nil)
    #expect(SentTextTests.check(nested(513)) == .tooDeep)
    #expect(SentTextTests.check(String(repeating: "{\"a\":", count: 100_000)) == .tooDeep)
  }

  static let texts: [([UInt8], Bool)] = [
    ([], true), (Array("plain ASCII text".utf8), true), (Array("Zürich 東京 😀".utf8), true),
    ([0xC3], false), ([0xC0, 0x80], false), ([0xE0, 0x9F, 0x80], false), ([0xED, 0xA0, 0x80], false),
    ([0xF0, 0x8F, 0x80, 0x80], false), ([0xF4, 0x90, 0x80, 0x80], false), ([0xF5, 0x80, 0x80, 0x80], false),
    (Array("eight888".utf8) + [0xFF], false), (Array("eight888".utf8) + [0xE2, 0x82], false), ([0x80], false),
  ]

  @Test(arguments: texts)
  func `UTF-8 is told from what is none`(bytes: [UInt8], isText: Bool) {
    #expect(bytes.withUnsafeBytes { SentText.isUTF8($0) } == isText)
  }
}
