import Glibc
import MoyaCore

/// The header field that a plugin has set last, copied and checked. Most plugins set the same field on call after call,
/// such as a token: to compare it costs 400 instructions less than to copy and check it anew.
final class KnownField: Sendable {
  private struct Field {
    /// The field alone. Requests without fields of their own share it: 250 instructions less than a section for each.
    var section = HeaderFields()
    /// Name and value, each with the NUL behind it; empty: there is no field.
    var bytes: [CChar] = []
    /// Where in `bytes` the value begins.
    var valueStart = 0

    func equals(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) -> Bool {
      bytes.withUnsafeBufferPointer { bytes in
        guard let known = bytes.baseAddress, !bytes.isEmpty, strcmp(known, name) == 0 else { return false }
        return strcmp(known + valueStart, value) == 0
      }
    }
  }

  /// No thread waits for another one here: it reads its field itself.
  private let last = Unwaited { Field() }

  func keep(_ field: HeaderFields.Field) {
    let name = Array(field.name.utf8CString)
    _ = last.withValue {
      $0 = Field(
        section: HeaderFields(fields: [field]), bytes: name + Array(field.value.utf8CString), valueStart: name.count)
    }
  }

  /// Sets the field that is kept, if a plugin gives this one.
  /// - Returns: false: it is another field, or another thread is here.
  @inline(__always)
  func setKnown(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, in request: inout URLRequest?
  ) -> Bool {
    guard let name, let value else { return false }
    let isSet = last.withValue { last in
      let isKnown = last.equals(name, value)
      if isKnown { request?.setChecked(last.section) }
      return isKnown
    }
    return isSet ?? false
  }
}
