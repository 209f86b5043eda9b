import CMoya
import Glibc
import MoyaCore

/// The text of a target's URL, made in one pass over the caller's bytes.
enum RequestURL {
  /// `base` and `path` with one slash between them, the path percent-encoded; a query of the base stays behind it, and
  /// `parameters` behind that, in their order. What is still not a URL is refused before it is sent.
  static func text(
    base: UnsafePointer<CChar>?, path: UnsafePointer<CChar>?, parameters: UnsafeBufferPointer<moya_parameter>?
  ) throws(Failure) -> String {
    let base = try bytes(base, named: "moya_target.base_url")
    let path = path.map { UnsafeBufferPointer(rebasing: bytes(of: $0)[...]) }
    if let path { try check(path, named: "moya_target.path") }
    let head = base.firstIndex { $0 == question || $0 == hash } ?? base.count
    let fragment = base[head...].firstIndex(of: hash) ?? base.count

    var text: [UInt8] = []
    text.reserveCapacity(base.count + (path?.count ?? 0) * 3 + 8)
    text.append(contentsOf: base[..<head])
    if let path, !path.isEmpty {
      if text.last == slash { text.removeLast() }
      if path.first != slash { text.append(slash) }
      for byte in path { text.appendPercentEncoded(byte, unless: isPath) }
    }
    text.append(contentsOf: base[head..<fragment])
    if let parameters, !parameters.isEmpty {
      text.append(head < fragment ? ampersand : question)
      try append(parameters, to: &text)
    }
    text.append(contentsOf: base[fragment...])
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(
    _ parameters: UnsafeBufferPointer<moya_parameter>, to text: inout [UInt8]
  ) throws(Failure) {
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { text.append(ampersand) }
      let name = try bytes(parameter.name, named: "moya_task.parameters[\(index)].name")
      let value = try bytes(parameter.value, named: "moya_task.parameters[\(index)].value")
      for byte in name { text.appendPercentEncoded(byte, unless: isQuery) }
      text.append(equals)
      for byte in value { text.appendPercentEncoded(byte, unless: isQuery) }
    }
  }

  private static func bytes(
    _ pointer: UnsafePointer<CChar>?, named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    guard let pointer else { throw .null(name()) }
    let bytes = bytes(of: pointer)
    try check(bytes, named: name())
    return bytes
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    let length = strlen(text)
    return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length)
  }

  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, named name: @autoclosure () -> String
  ) throws(Failure) {
    if bytes.allSatisfy({ $0 < 0x80 }) { return }
    if String(validating: bytes, as: UTF8.self) == nil { throw .utf8(name()) }
  }

  private static let slash: UInt8 = 0x2F
  private static let question: UInt8 = 0x3F
  private static let hash: UInt8 = 0x23
  private static let ampersand: UInt8 = 0x26
  private static let equals: UInt8 = 0x3D

  /// Unreserved (RFC 3986 §2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// `pchar` and `/` (RFC 3986 §3.3). A percent sign is text, not an escape.
  private static func isPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x40: true
    default: isUnreserved(byte)
    }
  }

  /// What form decoders of every kind leave alone: unreserved, `/` and `?`.
  private static func isQuery(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || isUnreserved(byte) }
}

extension [UInt8] {
  fileprivate mutating func appendPercentEncoded(_ byte: UInt8, unless isPlain: (UInt8) -> Bool) {
    if isPlain(byte) { return append(byte) }
    append(0x25)
    append(Self.digit(byte >> 4))
    append(Self.digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}
