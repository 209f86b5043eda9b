extension DocumentObject.Found {
  /// Is this a value of the type? What a definition gives as a default must be.
  func check(isOf type: ValueType, _ types: [DefinedType]) throws(DefinitionFault) {
    if case .named(let index) = type.required, types.indices ~= index, case .names(let names) = types[index].shape {
      if case .text(let text) = node, names.contains(text) { return }
      throw fault("is none of the names of \"\(types[index].name)\"")
    }
    switch (type.required, node) {
    case (.scalar(let scalar), _) where ValueType.accepts(node, as: scalar): return
    case (.scalar(let scalar), _): throw fault("is no \(scalar.rawValue)")
    case (.list(let element), .list): for value in try elements() { try value.check(isOf: element, types) }
    case (.list, _), (.map, _), (.named, _), (.optional, _):
      throw fault("cannot be given: a default is a number, a text, true or false, a name, or a list of these")
    }
  }
}

extension ValueType {
  fileprivate static func accepts(_ node: DocumentNode, as scalar: Scalar) -> Bool {
    switch (node, scalar) {
    case (.number(let text), .i8): Int8(text) != nil
    case (.number(let text), .i16): Int16(text) != nil
    case (.number(let text), .i32): Int32(text) != nil
    case (.number(let text), .i64): Int64(text) != nil
    case (.number(let text), .u8): UInt8(text) != nil
    case (.number(let text), .u16): UInt16(text) != nil
    case (.number(let text), .u32): UInt32(text) != nil
    case (.number(let text), .u64): UInt64(text) != nil
    case (.number(let text), .f32): Float(text)?.isFinite == true
    case (.number(let text), .f64): Double(text)?.isFinite == true
    // A text of C ends with its first zero.
    case (.text(let text), .str): !text.utf8.contains(0)
    case (.bool, .boolean), (_, .raw): true
    case (.text(let text), .date): Timestamp.isOne(text)
    default: false
    }
  }
}
