#if canImport(Glibc)
  import Glibc
#endif

/// A received header section: its lines as they came, one after another in memory of its own. Most lines are never
/// asked for, so none is parsed before a field is asked for, and then by a scan: a section is short.
///
/// Unchecked: filled by one owner, then shared and never changed again. What may not stand in a header section is
/// refused before it comes here.
package final class HeaderBlock: @unchecked Sendable {
  private var storage: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0

  /// With room for this many bytes.
  package init(capacity: Int = 0) { _ = reserve(capacity) }

  deinit { free(storage) }

  /// Lines as received, each ended by CR LF; the status line first. Valid as long as the block.
  package var bytes: UnsafeRawBufferPointer { .init(start: storage, count: storage == nil ? 0 : count) }

  package var fields: HeaderFields {
    var fields: [HeaderFields.Field] = []
    eachField { name, value in
      fields.append(.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return HeaderFields(fields: fields)
  }

  /// The value of `name`; several fields of one name are joined with a comma (RFC 9110 §5.3). `nil`: absent.
  package subscript(name: String) -> String? {
    var wanted = name
    return wanted.withUTF8 { wanted in
      var found: String?
      eachField { name, value in
        guard ASCII.equalIgnoringCase(name, UnsafeRawBufferPointer(wanted)) else { return }
        let text = String(decoding: value, as: UTF8.self)
        found = found.map { $0 + "," + text } ?? text
      }
      return found
    }
  }

  /// Every field in order: its name as it came, and its value without the white space around it (RFC 9110 §5.5).
  package func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    var rest = bytes[...]
    var isStatusLine = true
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if !isStatusLine, let colon = line.firstIndex(of: 0x3A) {
        body(UnsafeRawBufferPointer(rebasing: line[..<colon]), line[(colon + 1)...].withoutWhiteSpaceAround)
      }
      isStatusLine = false
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Without spaces, tabs and a line's CR at its ends.
  package var withoutWhiteSpaceAround: UnsafeRawBufferPointer {
    var text = self
    while let last = text.last, last == 0x0D || last == 0x20 || last == 0x09 { text.removeLast() }
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    return UnsafeRawBufferPointer(rebasing: text)
  }
}

extension HeaderBlock {
  package func removeAll() { count = 0 }

  /// A line without its end. False: there is no memory, and it was not taken.
  package func appendLine(_ line: UnsafeRawBufferPointer) -> Bool {
    guard reserve(count + line.count + 2) else { return false }
    append(line)
    endLine()
    return true
  }

  /// Of a section that is made here. Its first line stands for the status line. False: there is no memory, and it was
  /// not taken.
  package func appendField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    if count == 0, !withUnsafeBytes(of: UInt8(0x20), { appendLine($0) }) { return false }
    guard reserve(count + name.count + 1 + value.count + 2) else { return false }
    append(name)
    withUnsafeBytes(of: UInt8(0x3A)) { append($0) }
    append(value)
    endLine()
    return true
  }

  /// Into room that was reserved.
  @inline(__always)
  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let storage, let source = bytes.baseAddress else { return }
    memcpy(storage + count, source, bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private func endLine() {
    storage?.storeBytes(of: UInt16(littleEndian: 0x0A0D), toByteOffset: count, as: UInt16.self)
    count += 2
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
