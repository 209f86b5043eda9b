import CMoya

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
      if let found = table.first(where: { strcmp($0.name, name) }) { return found.value }
    }
    return nil
  }

  /// `nil`: no status of this library.
  static func name(of status: moya_status) -> StaticString? {
    statuses.first { $0.value == Int64(status) }?.name
  }

  private static func strcmp(_ left: StaticString, _ right: UnsafePointer<CChar>) -> Bool {
    left.withUTF8Buffer { bytes in
      for (index, byte) in bytes.enumerated() where UInt8(bitPattern: right[index]) != byte { return false }
      return right[bytes.count] == 0
    }
  }
}
