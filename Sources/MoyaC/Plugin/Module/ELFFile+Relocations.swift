import CMoya

/// The relocations of a file. The loader writes, without a check, to the addresses that relocations name. So a damaged
/// relocation ends the program.
extension ELFFile {
  /// Throws if the loader would read or write outside the file's memory.
  func checkRelocations() throws(Fault) {
    for table in Table.all {
      guard let start = dynamic[table.start] else { continue }
      let size = dynamic[table.size] ?? 0
      guard size <= 1 << 28, size % table.entry == 0, let entries = size == 0 ? [] : memory(start, Int(size)) else {
        throw Fault("is damaged: its \(table.name) go on after the end of the file")
      }
      guard table.areRelocations else { continue }
      for entry in stride(from: 0, to: entries.count, by: 24) {
        try check(
          offset: entries.number(at: entry, bytes: 8), info: entries.number(at: entry + 8, bytes: 8),
          addend: entries.number(at: entry + 16, bytes: 8))
      }
    }
  }

  private func check(offset: UInt64, info: UInt64, addend: UInt64) throws(Fault) {
    if info == 0 { return }
    let fault = Fault("is damaged: a relocation leads outside the file")
    guard segments.contains(where: { $0.isWritable && $0.contains(offset) && $0.contains(offset &+ 7) }) else {
      throw fault
    }
    let symbol = info >> 32
    if symbol != 0 {
      guard let symbols = dynamic[Tag.symbols], let entry = memory(symbols &+ symbol &* 24, 24),
        entry.number(at: 0, bytes: 4) < dynamic[Tag.stringsSize] ?? 0
      else { throw fault }
    } else if info & 0xFFFF_FFFF == ELFFile.relative, isOfFirstOrLast(offset) {
      // This relocation is in a table of functions that the loader calls. So its value must be an address of code. In
      // other tables, a value need not be an address.
      guard segments.contains(where: { $0.isLoaded && $0.flags & 1 != 0 && $0.contains(addend) }) else { throw fault }
    }
  }

  /// Returns true if this is the address of a function that the loader calls when the file is opened, or when the
  /// program ends.
  private func isOfFirstOrLast(_ address: UInt64) -> Bool {
    Table.all.contains { table in
      guard table.areFunctions, let start = dynamic[table.start], let size = dynamic[table.size] else { return false }
      return address >= start && address - start < size
    }
  }

  private struct Table {
    let name: String
    /// The tags with the address and the size of the table.
    let start, size: UInt64
    let entry: UInt64
    var areRelocations = false
    var areFunctions = false

    static let all = [
      Table(name: "relocations", start: 7, size: 8, entry: 24, areRelocations: true),
      Table(name: "relocations of functions", start: 23, size: 2, entry: 24, areRelocations: true),
      Table(name: "packed relocations", start: 36, size: 35, entry: 8),
      Table(name: "first functions", start: 25, size: 27, entry: 8, areFunctions: true),
      Table(name: "last functions", start: 26, size: 28, entry: 8, areFunctions: true),
    ]
  }

  #if arch(x86_64)
    private static let relative: UInt64 = 8
  #elseif arch(arm64)
    private static let relative: UInt64 = 1027
  #endif
}
