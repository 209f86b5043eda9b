import Testing

@testable import MoyaHTTP

@Suite struct ASCIITests {
  @Test func `a token has letters, digits and fifteen marks and nothing else`() {
    let marks = "!#$%&'*+-.^_`|~"
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let expected = byte < 0x80 && (character.isLetter || character.isNumber || marks.contains(character))
      #expect(ASCII.isToken(byte) == expected, "\(byte)")
    }
  }

  @Test func `a byte that no URL holds is found wherever it is`() {
    for length in 1...17 {
      for position in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[position] = byte
          let isOutside = byte < 0x21 || byte > 0x7E || byte == 0x5C
          if bytes.withUnsafeBufferPointer({ ASCII.firstOutsideURL($0) }) != (isOutside ? byte : nil) {
            Issue.record("\(byte) at \(position) of \(length)")
          }
        }
      }
    }
  }

  @Test func `a byte that no token or no value has is found wherever it is`() {
    for length in 1...17 {
      for position in 0..<length {
        for byte in UInt8.min...0x7F {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[position] = byte
          let text = String(decoding: bytes, as: UTF8.self)
          let isValue = byte >= 0x20 && byte != 0x7F || byte == 0x09
          if ASCII.isToken(text) != ASCII.isToken(byte) || ASCII.isFieldValue(text) != isValue {
            Issue.record("\(byte) at \(position) of \(length)")
          }
        }
      }
    }
  }

  @Test(arguments: ["é", "aaaaaaaé", "éaaaaaaaaaaaaaaa", "aaaaaaaaaé"])
  func `a value may be more than ASCII, a token may not`(text: String) {
    #expect(ASCII.isFieldValue(text))
    #expect(!ASCII.isToken(text))
  }

  @Test func `an empty text is no token and an empty value is a value`() {
    #expect(!ASCII.isToken(""))
    #expect(ASCII.isFieldValue(""))
  }
}
