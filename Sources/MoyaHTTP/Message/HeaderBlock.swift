/// A received header section: its lines as they came, one after another in one buffer. Most lines are never asked for,
/// so none is parsed before a field is asked for, and then by a scan: a section is short.
///
/// Filled by one owner, then shared and never changed again. What may not stand in a header section is refused before
/// it comes here.
package struct HeaderBlock: Sendable {
  /// The status line first; each line with its end, CR LF or LF.
  private let lines: BodyBuffer

  /// With room for this many bytes.
  package init(capacity: Int = 0) { lines = BodyBuffer(capacity: capacity) }

  package var fields: HeaderFields {
    var fields: [HeaderFields.Field] = []
    eachField { name, value in
      fields.append(.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return HeaderFields(fields: fields)
  }

  /// The value of `name`; several fields of one name are joined with a comma (RFC 9110 §5.3). `nil`: absent.
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

  /// Every field in order: its name as it came, and its value without the white space around it (RFC 9110 §5.5).
  package func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    var rest = lines.bytes[...]
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

extension HeaderBlock: Hashable {
  package static func == (left: HeaderBlock, right: HeaderBlock) -> Bool {
    left.lines.bytes.elementsEqual(right.lines.bytes)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes: lines.bytes) }
}

extension HeaderBlock {
  package func removeAll() { lines.removeAll() }

  /// A section without a status line, such as that of trailers: lines are to be appended. `nil`: there is no memory.
  package static func withoutStatusLine() -> HeaderBlock? {
    let block = HeaderBlock()
    return block.append("\r\n") ? block : nil
  }

  /// A line with its end, or the next part of one. False: there is no memory, and it was not taken.
  package func appendLine(_ line: UnsafeRawBufferPointer) -> Bool { lines.append(line) }

  /// Of a section that is made here. Its first line stands for the status line. False: there is no memory, and it was
  /// not taken.
  package func appendField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    if lines.count == 0, !append("\r\n") { return false }
    guard lines.reserve(lines.count + name.count + value.count + 3) else { return false }
    return lines.append(name) && append(":") && lines.append(value) && append("\r\n")
  }

  private func append(_ text: StaticString) -> Bool {
    lines.append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
