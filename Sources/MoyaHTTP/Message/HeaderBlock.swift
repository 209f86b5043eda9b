/// A received header section. Its lines are stored as they arrived, one after another in one buffer. Most fields are
/// never read, so nothing is parsed in advance. Reading a field scans the section, which is short.
///
/// One owner fills the section. When several owners share it, it does not change any more. The transport rejects
/// invalid bytes before it appends a line.
package struct HeaderBlock: Sendable {
  /// The lines, beginning with the status line. Each line ends with CR LF or LF.
  private let lines: BodyBuffer

  /// - Parameter capacity: the expected number of bytes.
  package init(capacity: Int = 0) { lines = BodyBuffer(capacity: capacity) }

  private init(_ lines: BodyBuffer) { self.lines = lines }

  /// Returns a copy, which does not change when this section changes. `nil` if there is no memory.
  package func copy() -> HeaderBlock? { BodyBuffer(copying: lines.bytes).map { HeaderBlock($0) } }

  /// Makes a section with the same status line and without fields. If there is no memory, it has no status line.
  package func withoutFields() -> HeaderBlock {
    let block = HeaderBlock()
    if let end = lines.bytes.firstIndex(of: 0x0A) {
      _ = block.appendLine(UnsafeRawBufferPointer(rebasing: lines.bytes[...end]))
    }
    return block
  }

  /// Returns the reason phrase of the status line (RFC 9112 §4), byte by byte as it arrived. Empty if there is none, or
  /// if the status line has another status.
  package func reason(of status: Int) -> [UInt8] {
    let line = lines.bytes.prefix { $0 != 0x0A }
    guard let space = line.firstIndex(of: 0x20) else { return [] }
    let code = Array("\(status) ".utf8)
    let rest = line[(space + 1)...]
    guard rest.starts(with: code) else { return [] }
    let phrase = rest.dropFirst(code.count)
    return Array(phrase.last == 0x0D ? phrase.dropLast() : phrase)
  }

  package var fields: HeaderFields {
    var fields: [HeaderFields.Field] = []
    eachField { name, value in
      fields.append(.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return HeaderFields(fields: fields)
  }

  /// The value of `name`. If several fields have this name, their values are joined with commas (RFC 9110 §5.3). `nil`
  /// if no field has this name.
  package subscript(name: String) -> String? {
    name.withBytes { wanted in
      var found: String?
      eachField { name, value in
        guard ASCII.equalIgnoringCase(name, UnsafeRawBufferPointer(wanted)) else { return }
        let text = String(decoding: value, as: UTF8.self)
        found = found.map { $0 + "," + text } ?? text
      }
      return found
    }
  }

  /// Calls `body` with every field in order. It passes the name as it arrived, and the value without the white space
  /// around it (RFC 9110 §5.5).
  package func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    var rest = lines.bytes
    var isStatusLine = true
    while let end = HeaderBlock.index(of: 0x0A, in: rest) {
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
      if !isStatusLine, let colon = HeaderBlock.index(of: 0x3A, in: line) {
        body(UnsafeRawBufferPointer(rebasing: line[..<colon]), line[(colon + 1)...].withoutWhiteSpaceAround)
      }
      isStatusLine = false
    }
  }

  /// The maximum number of fields, and the maximum number of bytes of their names and values. Each name and each value
  /// counts one more byte.
  package var mostFields: (fields: Int, bytes: Int) {
    var rest = lines.bytes
    var count = 0
    while let end = HeaderBlock.index(of: 0x0A, in: rest) {
      count += 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
    }
    // The first line is the status line.
    return (max(0, count - 1), lines.count)
  }

  /// Returns true if a field has this name, in letters of any case.
  package func hasField(_ name: UnsafeRawBufferPointer) -> Bool {
    var rest = lines.bytes
    var isStatusLine = true
    while let end = HeaderBlock.index(of: 0x0A, in: rest) {
      if !isStatusLine, end > name.count, rest[name.count] == 0x3A,
        ASCII.equalIgnoringCase(UnsafeRawBufferPointer(rebasing: rest[..<name.count]), name)
      {
        return true
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
      isStatusLine = false
    }
    return false
  }

  private static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    ASCII.index(of: byte, in: bytes.assumingMemoryBound(to: UInt8.self))
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The bytes without leading and trailing spaces and tabs, and without the CR of the line end.
  package var withoutWhiteSpaceAround: UnsafeRawBufferPointer {
    var (start, end) = (startIndex, endIndex)
    while end > start, base[end - 1] == 0x0D || base[end - 1] == 0x20 || base[end - 1] == 0x09 { end -= 1 }
    while end > start, base[start] == 0x20 || base[start] == 0x09 { start += 1 }
    return UnsafeRawBufferPointer(rebasing: base[start..<end])
  }
}

extension HeaderBlock: Hashable {
  package static func == (left: HeaderBlock, right: HeaderBlock) -> Bool {
    left.lines.bytes.elementsEqual(right.lines.bytes)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes: lines.bytes) }
}

extension HeaderBlock {
  package func removeAll() { lines.removeAll() }

  /// Makes a section without a status line, for example a section of trailers. The caller appends lines. Returns `nil`
  /// if there is no memory.
  package static func withoutStatusLine() -> HeaderBlock? {
    let block = HeaderBlock()
    return block.append("\r\n") ? block : nil
  }

  /// Appends a line that includes its CR LF, or the next part of such a line. If there is no memory, appends nothing
  /// and returns false.
  package func appendLine(_ line: UnsafeRawBufferPointer) -> Bool { lines.append(line) }

  /// Appends a field to a section that the library makes. If the section is still empty, first appends an empty line in
  /// the place of the status line. If there is no memory, does not append the field and returns false.
  package func appendField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    if lines.count == 0, !append("\r\n") { return false }
    return lines.append(size: name.count + value.count + 3) { memory in
      if let start = name.baseAddress { memory.copyMemory(from: start, byteCount: name.count) }
      if let start = value.baseAddress { (memory + name.count + 1).copyMemory(from: start, byteCount: value.count) }
      memory.storeBytes(of: 0x3A, toByteOffset: name.count, as: UInt8.self)
      memory.storeBytes(of: 0x0D, toByteOffset: name.count + value.count + 1, as: UInt8.self)
      memory.storeBytes(of: 0x0A, toByteOffset: name.count + value.count + 2, as: UInt8.self)
    }
  }

  private func append(_ text: StaticString) -> Bool {
    lines.append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
