import CMoya
import Glibc
import MoyaCore

/// The header field that a plugin has set last, copied and checked. Most plugins set the same field on call after call,
/// such as a token: to compare it costs 400 instructions less than to copy and check it anew.
final class KnownField: Sendable {
  private typealias Field = (name: String, value: String)

  /// No thread waits for another one here: it reads its field itself.
  private let last = Unwaited { Field(name: "", value: "") }

  /// A field as a plugin gives it. A NULL value removes it.
  func field(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
  ) throws(Failure) -> (name: String, value: String?) {
    if let name, let value, let known = known(name, value) { return known }
    let field = try HeaderFields.field(name, value)
    if let value = field.value { _ = last.withValue { $0 = (field.name, value) } }
    return field
  }

  private func known(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) -> (name: String, value: String?)? {
    let known = last.withValue { last -> (name: String, value: String?)? in
      KnownField.is(last.name, name) && KnownField.is(last.value, value) ? last : nil
    }
    return known ?? nil
  }

  private static func `is`(_ text: String, _ given: UnsafePointer<CChar>) -> Bool {
    text.withBytes { bytes in
      strnlen(given, bytes.count + 1) == bytes.count
        && bytes.baseAddress.map { memcmp(given, $0, bytes.count) == 0 } != false
    }
  }
}
