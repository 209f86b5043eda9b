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

  /// Where a field of a struct begins, which is known for every field of a struct of C.
  static func offset<Struct, Field>(_ name: StaticString, _ field: KeyPath<Struct, Field>) -> Named {
    Named(name, MemoryLayout<Struct>.offset(of: field) ?? -1)
  }

  static func value(of name: UnsafePointer<CChar>) -> Int64? {
    // One after another: the last is made when it is first asked for, which takes longer than to look in the others.
    (named(name, in: statuses) ?? named(name, in: others) ?? named(name, in: layout))?.value
  }

  private static func named(_ name: UnsafePointer<CChar>, in table: [Named]) -> Named? {
    table.first { strcmp($0.name.characters, name) == 0 }
  }

  static var count: Int { statuses.count + others.count + layout.count }

  /// `nil`: no such index.
  static func at(_ index: Int) -> Named? {
    var index = index
    for table in [statuses, others, layout] {
      if table.indices ~= index { return table[index] }
      index -= table.count
    }
    return nil
  }

  /// `nil`: no status of this library.
  static func name(of status: moya_status) -> StaticString? {
    statuses.first { $0.value == Int64(status) }?.name
  }
}
