import Testing

@testable import MoyaTransport

/// Tests of `equalsIgnoringCase`, which compares received bytes with a text that the library knows, for example the
/// name of a field.
@Suite struct HeaderBytesTests {
  /// Names of 5, 8, 10 and 17 bytes: less than a word, a word, and words with a rest.
  private static let names: [StaticString] = ["close", "location", "connection", "transfer-encoding"]

  private func equals(_ bytes: [UInt8], _ name: StaticString) -> Bool {
    bytes.withUnsafeBytes { $0.equalsIgnoringCase(name) }
  }

  @Test(arguments: 0..<names.count)
  func `a byte is equal to itself and to its capital, at each place, and to no other`(index: Int) {
    let name = Self.names[index]
    let bytes = Array(String(describing: name).utf8)
    #expect(equals(bytes, name))
    for place in bytes.indices {
      let own = bytes[place]
      let capital = own == 0x2D ? own : own - 0x20
      var changed = bytes
      for byte in UInt8.min...UInt8.max {
        changed[place] = byte
        if equals(changed, name) != (byte == own || byte == capital) {
          Issue.record("\(name): \(byte) at \(place)")
        }
      }
    }
  }

  @Test func `a name that is shorter or longer is another one`() {
    for name in Self.names {
      let bytes = Array(String(describing: name).utf8)
      #expect(!equals(bytes + [0x61], name) && !equals(bytes.dropLast(), name) && !equals([], name))
    }
  }
}
