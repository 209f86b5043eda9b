import Testing

@testable import MoyaHTTP

@Suite struct FieldBytesTests {
  @Test(arguments: [[0xE9], [0x61, 0xFF, 0x62], [0x80, 0xBF, 0xC0], [0xC3, 0xBC, 0xFF]] as [[UInt8]])
  func `a value that is not UTF-8 is stored as a text and comes back`(value: [UInt8]) throws {
    let text = value.withUnsafeBytes { FieldBytes.text($0) }
    #expect(FieldBytes.bytes(of: text) == value)
    try RequestRules.check(name: "X", value: text)
    #expect(!FieldBytes.shown(text).utf8.contains(0))
    let block = FieldBytes.bytes(of: "X: gr\u{FC}n\r\nY: " + text)
    #expect(block == Array("X: gr\u{FC}n\r\nY: ".utf8) + value)
  }

  @Test(arguments: ["", "a", "gr\u{FC}n", "\u{10FFFF}"])
  func `a text has its own bytes`(text: String) {
    #expect(FieldBytes.bytes(of: text) == nil)
    #expect(FieldBytes.shown(text) == text)
  }

  @Test(arguments: ["\u{0}", "a\u{0}", "\u{0}a", "\u{0}\u{7FF}", "\u{0}\u{E9}\n", "\u{0}\u{E9}\u{0}", "\u{0}\r\n"])
  func `control characters are refused as before`(text: String) {
    #expect(throws: TransferError.self) { try RequestRules.check(name: "X", value: text) }
  }
}
