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
      for byte in path { text.appendPercentEncoded(byte, unless: ASCII.isPath) }
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
      for byte in name { text.appendPercentEncoded(byte, unless: QueryText.isPlain) }
      text.append(equals)
      for byte in value { text.appendPercentEncoded(byte, unless: QueryText.isPlain) }
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
}

extension [UInt8] {
  fileprivate mutating func appendPercentEncoded(_ byte: UInt8, unless isPlain: (UInt8) -> Bool) {
    if isPlain(byte) { return append(byte) }
    append(0x25)
    append(ASCII.hexDigit(byte >> 4, upperCase: true))
    append(ASCII.hexDigit(byte & 15, upperCase: true))
  }
}
