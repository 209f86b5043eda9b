extension ValueTree {
  /// A tree of its own that has what a part of this one has; `nil`: there is no memory.
  package func copy(of part: ValueNode.Pointer) -> ValueTree? {
    guard let copy = ValueTree(part.pointee.value), let root = copy.root else { return nil }
    return fill(root, of: copy, as: part) ? copy : nil
  }

  /// As deep as a tree can be, which is 512 levels.
  private func fill(_ place: ValueNode.Pointer, of copy: ValueTree, as part: ValueNode.Pointer) -> Bool {
    if part.pointee.isJoined { place.pointee.join() }
    var next = part.pointee.first
    while let child = next {
      let key = part.pointee.isObject ? child.pointee.key : nil
      guard let made = try? copy.put(child.pointee.value, into: place, key: key),
        fill(made, of: copy, as: child)
      else { return false }
      next = child.pointee.next
    }
    return true
  }
}

extension ValueNode {
  /// Without what a container contains.
  fileprivate var value: NewValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bits != 0)
    case .integer: .integer(Int64(bitPattern: bits))
    case .unsigned: .unsigned(bits)
    case .double: .double(Double(bitPattern: bits))
    case .string: .string(text)
    case .json: .json(text)
    case .array: .array
    case .object: .object
    }
  }
}
