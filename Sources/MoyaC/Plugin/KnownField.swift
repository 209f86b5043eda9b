import CMoya
import Glibc
import MoyaCore

/// The header field that a plugin has set last, copied and checked. Most plugins set the same field on call after call,
/// such as a token: to compare it costs 400 instructions less than to copy and check it anew.
final class KnownField: Sendable {
  private struct Field {
    var name = ""
    var value = ""
    /// Both, each with the NUL behind it; empty: there is no field.
    var bytes: [CChar] = []
  }

  /// No thread waits for another one here: it reads its field itself.
  private let last = Unwaited { Field() }

  /// A field as a plugin gives it. A NULL value removes it.
  func field(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
  ) throws(Failure) -> (name: String, value: String?) {
    if let name, let value, let known = known(name, value) { return known }
    let field = try HeaderFields.field(name, value)
    if let value = field.value {
      _ = last.withValue {
        $0 = Field(name: field.name, value: value, bytes: Array(field.name.utf8CString) + Array(value.utf8CString))
      }
    }
    return field
  }

  private func known(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) -> (name: String, value: String?)? {
    let known = last.withValue { last -> (name: String, value: String?)? in
      let isSame = last.bytes.withUnsafeBufferPointer { bytes in
        guard let known = bytes.baseAddress, !bytes.isEmpty, strcmp(known, name) == 0 else { return false }
        return strcmp(known + last.name.utf8.count + 1, value) == 0
      }
      return isSame ? (last.name, last.value) : nil
    }
    return known ?? nil
  }
}
