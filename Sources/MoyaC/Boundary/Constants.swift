import CMoya
import Glibc

/// Looks up every constant of the headers by its name. Languages that cannot read headers need this.
enum Constants {
  struct Named {
    let name: StaticString
    let value: Int64

    init(_ name: StaticString, _ value: some BinaryInteger) {
      self.name = name
      self.value = Int64(clamping: value)
    }
  }

  /// Makes a constant whose value is the offset of a field in a struct. Swift knows the offset of every field of a C
  /// struct, so `offset(of:)` never returns `nil` here.
  static func offset<Struct, Field>(_ name: StaticString, _ field: KeyPath<Struct, Field>) -> Named {
    Named(name, MemoryLayout<Struct>.offset(of: field) ?? -1)
  }

  static func value(of name: UnsafePointer<CChar>) -> Int64? {
    // `layout` is searched last. Swift makes this table when it is first used, and that takes longer than a search in
    // the other tables.
    (named(name, in: statuses) ?? named(name, in: others) ?? named(name, in: layout))?.value
  }

  private static func named(_ name: UnsafePointer<CChar>, in table: [Named]) -> Named? {
    table.first { strcmp($0.name.characters, name) == 0 }
  }

  static var count: Int { statuses.count + others.count + layout.count }

  /// Returns the constant at an index. Returns `nil` if the index is out of range.
  static func at(_ index: Int) -> Named? {
    var index = index
    for table in [statuses, others, layout] {
      if table.indices ~= index { return table[index] }
      index -= table.count
    }
    return nil
  }

  /// Returns the name of a status. Returns `nil` if this library has no such status.
  static func name(of status: moya_status) -> StaticString? {
    statuses.first { $0.value == Int64(status) }?.name
  }
}
