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

  @Test func `an empty text is no token and an empty value is a value`() {
    #expect(!ASCII.isToken(""))
    #expect(ASCII.isFieldValue(""))
  }
}
