import Moya

/// The words of a player's line: percent-encoded, separated by spaces.
enum Words {
  static func decoded(_ word: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16)
      }
    }
    return text
  }

  static func pair(_ text: String, _ separator: Character) -> (String, String) {
    guard let place = text.firstIndex(of: separator) else { return (text, "") }
    return (String(text[..<place]), String(text[text.index(after: place)...]))
  }

  /// Returns the name of the status in moya.h, without MOYA_ERROR_.
  static func status(_ kind: TransferError.Kind) -> String {
    switch kind {
    case .invalidRequest: "INVALID_REQUEST"
    case .invalidURL: "INVALID_URL"
    case .resolve: "RESOLVE"
    case .connect: "CONNECT"
    case .tls: "TLS"
    case .connectTimeout: "TIMEOUT_CONNECT"
    case .idleTimeout: "TIMEOUT_IDLE"
    case .totalTimeout: "TIMEOUT_TOTAL"
    case .network: "NETWORK"
    case .protocolViolation: "PROTOCOL"
    case .incompleteBody: "INCOMPLETE_BODY"
    case .decode: "DECODE"
    case .tooLarge: "TOO_LARGE"
    case .redirect: "REDIRECT"
    case .proxy: "PROXY"
    case .address: "ADDRESS"
    case .cancelled: "CANCELLED"
    case .body: "BODY"
    case .forked: "FORKED"
    case .file: "FILE"
    case .other: "OTHER"
    default: "\(kind)"
    }
  }
}
