/// How values that a query has no form for are written.
package struct QueryStyle: Sendable {
  package var listKey = ListKey.brackets
  package var boolEncoding = URLEncoding.BoolEncoding.numeric

  package init() {}
}

extension ValueTree {
  /// The tree, or a part of it, as percent-encoded pairs, `name=value&…`, in the order of its keys: what a query or a form holds. A null
  /// is a name alone, an object's member `name[key]`, JSON its text. `nil`: there is no memory.
  /// - Parameter defaults: pairs behind those of an object that has no key of that name.
  package func query(
    _ style: QueryStyle = QueryStyle(), of part: ValueNode.Pointer? = nil, defaults: [QueryItems.Item] = []
  ) -> BodyBuffer? {
    let text = BodyBuffer()
    guard let root = part ?? root, text.write(query: root, style) else { return nil }
    for item in missing(defaults, in: root) where !text.write(pair: item) { return nil }
    return text
  }
}

/// Each `write` says whether there was memory.
extension BodyBuffer {
  fileprivate func write(query root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard var node = root.pointee.first else { return true }
    while true {
      if node.pointee.isContainer, !node.pointee.isJoined, let first = node.pointee.first {
        node = first
        continue
      }
      if !node.pointee.isContainer || (node.pointee.isJoined && node.pointee.first != nil) {
        guard count == 0 || write(0x26), write(pair: node.pointee, below: root, style) else { return false }
      }
      while node.pointee.next == nil {
        guard let parent = node.pointee.parent, parent != root else { return true }
        node = parent
      }
      guard let next = node.pointee.next else { return true }
      node = next
    }
  }

  fileprivate func write(pair item: QueryItems.Item) -> Bool {
    (count == 0 || write(0x26)) && item.name.withUnsafeBytes { write(encoded: $0) } && write(0x3D)
      && item.value.withUnsafeBytes { write(encoded: $0) }
  }

  private func write(pair value: ValueNode, below root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard write(name: value, below: root, style) else { return false }
    if value.kind == .null { return true }
    guard write(0x3D) else { return false }
    guard value.isJoined else { return write(plain: value, style) }
    var (element, isFirst) = (value.first, true)
    while let each = element {
      guard isFirst || write(0x2C), write(plain: each.pointee, style) else { return false }
      (element, isFirst) = (each.pointee.next, false)
    }
    return true
  }

  private func write(plain value: ValueNode, _ style: QueryStyle) -> Bool {
    switch value.kind {
    case .string, .json: return write(encoded: value.text)
    case .bool:
      switch style.boolEncoding {
      case .numeric: return write(value.bits == 0 ? "0" : "1")
      case .literal: return write(value.bits == 0 ? "false" : "true")
      }
    default: return write(encoded: value.numberText)
    }
  }

  /// The name is made of the names above it; at most `ValueTree.maximumDepth` of them.
  private func write(name value: ValueNode, below root: ValueNode.Pointer, _ style: QueryStyle) -> Bool {
    guard let place = value.parent else { return true }
    let parent = place.pointee
    if parent.kind == .object {
      if place == root { return write(encoded: value.key) }
      return write(name: parent, below: root, style) && write("%5B") && write(encoded: value.key) && write("%5D")
    }
    return style.listKey.pieces.allSatisfy { piece in
      switch piece {
      case .key: place == root || write(name: parent, below: root, style)
      case .index: write(value.index.description)
      case .text(let text): write(encoded: text)
      }
    }
  }

  private func write(encoded text: String) -> Bool { text.withBytes { write(encoded: UnsafeRawBufferPointer($0)) } }

  private func write(encoded text: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for index in text.indices where !ASCII.isQueryItem(text[index]) {
      guard append(UnsafeRawBufferPointer(rebasing: text[start..<index])) else { return false }
      start = index + 1
      let digits = (
        ASCII.hexDigit(text[index] >> 4, upperCase: true), ASCII.hexDigit(text[index] & 15, upperCase: true)
      )
      guard write(0x25), write(digits.0), write(digits.1) else { return false }
    }
    return append(UnsafeRawBufferPointer(rebasing: text[start...]))
  }
}
