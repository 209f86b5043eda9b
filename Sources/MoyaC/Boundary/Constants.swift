import CMoya
import Glibc

/// Every constant of the headers, by name, for languages that cannot read headers.
enum Constants {
  struct Named {
    let name: StaticString
    let value: Int64

    init(_ name: StaticString, _ value: some BinaryInteger) {
      self.name = name
      self.value = Int64(clamping: value)
    }
  }

  static func value(of name: UnsafePointer<CChar>) -> Int64? {
    for table in [statuses, others, sizes] {
      if let found = table.first(where: { strcmp($0.name.characters, name) == 0 }) { return found.value }
    }
    return nil
  }

  /// `nil`: no status of this library.
  static func name(of status: moya_status) -> StaticString? {
    statuses.first { $0.value == Int64(status) }?.name
  }
}
