extension ValueTree {
  /// The tree, or a part of it, as JSON text (RFC 8259), in the order of its keys. `nil`: there is no memory.
  /// - Parameter defaults: members, as strings, of an object that has none of that name.
  package func json(of part: ValueNode.Pointer? = nil, defaults: [QueryItems.Item] = []) -> BodyBuffer? {
    let text = BodyBuffer()
    guard let root = part ?? root, text.write(json: root, missing(defaults, in: root)) else { return nil }
    return text
  }
}

/// Each `write` says whether there was memory.
extension BodyBuffer {
  /// Not recursive: a caller's thread may have a small stack.
  fileprivate func write(json root: ValueNode.Pointer, _ defaults: [QueryItems.Item]) -> Bool {
    var node = root
    while true {
      let value = node.pointee
      if node != root, value.parent?.pointee.kind == .object {
        guard write(quoted: value.key), write(0x3A) else { return false }
      }
      guard write(json: value) else { return false }
      if value.isContainer, let first = value.first {
        node = first
        continue
      }
      if value.isContainer, !close(node, node == root ? defaults : []) { return false }
      // Up to the next sibling, closing what ends on the way.
      while node.pointee.next == nil {
        guard node != root, let parent = node.pointee.parent else { return true }
        guard close(parent, parent == root ? defaults : []) else { return false }
        node = parent
      }
      guard node != root, let next = node.pointee.next, write(0x2C) else { return false }
      node = next
    }
  }

  /// Writes members that an object gets beside its own, and a container's closing bracket.
  private func close(_ container: ValueNode.Pointer, _ defaults: [QueryItems.Item]) -> Bool {
    var isFirst = container.pointee.first == nil
    for item in defaults {
      guard isFirst || write(0x2C), write(quoted: item.name), write(0x3A), write(quoted: item.value) else {
        return false
      }
      isFirst = false
    }
    return write(container.pointee.closingBracket)
  }

  private func write(quoted text: [UInt8]) -> Bool { text.withUnsafeBytes { write(quoted: $0) } }

  /// A scalar, or the opening bracket of a container.
  private func write(json value: ValueNode) -> Bool {
    switch value.kind {
    case .null: write("null")
    case .bool: write(value.bits == 0 ? "false" : "true")
    case .string: write(quoted: value.text)
    case .json: append(value.text)
    case .array: write(0x5B)
    case .object: write(0x7B)
    case .integer, .unsigned: write(value.numberText)
    case .double:
      // The shortest text that reads back as the same number, without `.0`.
      value.numberText.hasSuffix(".0") ? write(String(value.numberText.dropLast(2))) : write(value.numberText)
    }
  }

  private func write(quoted text: UnsafeRawBufferPointer) -> Bool {
    guard write(0x22) else { return false }
    var start = 0
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x20 && byte != 0x22 && byte != 0x5C { continue }
      guard append(UnsafeRawBufferPointer(rebasing: text[start..<index])) else { return false }
      start = index + 1
      guard write(ASCII.jsonEscape(byte)) else { return false }
    }
    return append(UnsafeRawBufferPointer(rebasing: text[start...])) && write(0x22)
  }
}

extension ASCII {
  /// RFC 8259 §7.
  fileprivate static func jsonEscape(_ byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

extension ValueNode {
  fileprivate var closingBracket: UInt8 { kind == .array ? 0x5D : 0x7D }

  var numberText: String {
    switch kind {
    case .integer: Int64(bitPattern: bits).description
    case .unsigned: bits.description
    default: Double(bitPattern: bits).description
    }
  }
}

extension BodyBuffer {
  func write(_ byte: UInt8) -> Bool { withUnsafeBytes(of: byte) { append($0) } }

  func write(_ text: String) -> Bool { text.withBytes { append(UnsafeRawBufferPointer($0)) } }
}
