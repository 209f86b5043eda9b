import Moya

/// The random boundaries of Alamofire and of this library. Only their form is compared. In rows they are
/// `{{BOUNDARY}}`.
enum RandomBoundary {
  private static let mark = "alamofire.boundary."

  /// Returns the boundary of a form's body.
  static func of(_ body: Data) -> String? {
    guard body.starts(with: "--\(mark)".utf8), let end = body.firstIndex(of: 0x0D) else { return nil }
    return String(decoding: body[body.startIndex..<end].dropFirst(2), as: UTF8.self)
  }

  /// Replaces the boundary in the bytes of a body, because the parts need not be text.
  static func masked(_ body: Data) -> Data {
    guard let boundary = of(body) else { return body }
    return Data([UInt8](body).replacing([UInt8](boundary.utf8), with: [UInt8]("{{BOUNDARY}}".utf8)))
  }

  /// Replaces the boundary in the value of a header field, whatever follows it.
  static func masked(_ field: String) -> String {
    guard let range = field.firstRange(of: mark) else { return field }
    return field[..<range.lowerBound] + "{{BOUNDARY}}" + field[range.upperBound...].drop(while: \.isHexDigit)
  }
}
