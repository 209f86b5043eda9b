#if canImport(Glibc)
  import Glibc
#endif

/// A received header section: its lines as they came, one after another in memory of its own. Most of them are never
/// asked for, so nothing is parsed until somebody does, and then only by a scan: a section is short.
///
/// Filled by one owner, then shared and never changed again. What may not stand in a header section is refused before it
/// comes here.
public final class HeaderBlock: @unchecked Sendable {
  private var storage: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0
  /// The status line included.
  package private(set) var lineCount = 0

  package init() {}

  /// With room for this many bytes.
  package init(capacity: Int) { _ = reserve(capacity) }

  deinit { free(storage) }

  /// Lines as received, each ended by CR LF; the status line first. Valid as long as the block.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: storage == nil ? 0 : count) }

  public var fields: HeaderFields {
    var fields: [HeaderFields.Field] = []
    eachField { name, value in
      fields.append(.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return HeaderFields(fields: fields)
  }

  /// The value of `name`; several fields of one name are joined with a comma (RFC 9110 §5.3). `nil`: absent.
  public subscript(name: String) -> String? {
    var wanted = name
    return wanted.withUTF8 { wanted in
      var found: String?
      eachField { name, value in
        guard name.count == wanted.count else { return }
        for index in 0..<name.count where ASCII.lowercase(name[index]) != ASCII.lowercase(wanted[index]) { return }
        let text = String(decoding: value, as: UTF8.self)
        found = found.map { $0 + "," + text } ?? text
      }
      return found
    }
  }

  private func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    for line in bytes.split(separator: 0x0A).dropFirst() {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      var value = line[(colon + 1)...]
      while let last = value.last, last == 0x0D || last == 0x20 || last == 0x09 { value.removeLast() }
      while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
      body(UnsafeRawBufferPointer(rebasing: line[..<colon]), UnsafeRawBufferPointer(rebasing: value))
    }
  }
}

extension HeaderBlock {
  package func removeAll() {
    count = 0
    lineCount = 0
  }

  /// A line without its end. Sections are limited before they come here; without memory a line is dropped.
  package func appendLine(_ line: UnsafeRawBufferPointer) {
    guard let source = line.baseAddress, reserve(count + line.count + 2), let storage else { return }
    memcpy(storage + count, source, line.count)
    count += line.count + 2
    storage.storeBytes(of: 0x0D, toByteOffset: count - 2, as: UInt8.self)
    storage.storeBytes(of: 0x0A, toByteOffset: count - 1, as: UInt8.self)
    lineCount += 1
  }

  /// Goes on with the last line.
  package func continueLine(_ line: UnsafeRawBufferPointer) {
    guard lineCount > 0 else { return }
    count -= 2
    lineCount -= 1
    appendLine(line)
  }

  private func reserve(_ needed: Int) -> Bool {
    if needed <= capacity { return true }
    let grown = max(512, needed * 2)
    guard let moved = realloc(storage, grown) else { return false }
    storage = moved
    capacity = grown
    return true
  }
}
