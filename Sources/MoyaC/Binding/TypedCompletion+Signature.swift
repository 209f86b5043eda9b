import CMoya
import MoyaCore

extension API {
  func completion(
    _ function: @escaping moya_api_function, _ signature: String, of endpoint: PreparedEndpoint,
    _ user: UnsafeMutableRawPointer?, _ owner: CallbackEnd
  ) throws(Failure) -> TypedCompletion {
    guard let (tables, keyPath) = result(endpoint.name) else { throw mismatch(endpoint, signature) }
    let fields = try fields(of: endpoint, tables.value, signature)
    let isOptional = endpoint.defined.result?.type.isOptional == true
    return try TypedCompletion(
      function, fields, of: (tables.value, keyPath), isOptional: isOptional, in: self, user, owner)
  }

  /// The arguments of a completion with this signature.
  private func fields(
    of endpoint: PreparedEndpoint, _ table: UnsafePointer<moya_type>, _ text: String
  ) throws(Failure) -> [TypedCompletion.Field] {
    guard let result = endpoint.defined.result, let parts = Signature(text)?.parts else {
      throw mismatch(endpoint, text)
    }
    let types = definition.types
    if parts.count == 1, parts[0].says(result.type, types) {
      return [TypedCompletion.Field(whole: result.type.required, parts[0].isOptional, types)]
    }
    guard case .named(let index) = result.type.required, types.indices ~= index, types[index].isStructure else {
      throw mismatch(endpoint, text)
    }
    let defined = types[index].fields
    return try parts.enumerated().map { (position, part) throws(Failure) in
      let place = part.name.map { name in defined.firstIndex { $0.name == name } } ?? position
      guard let place, defined.indices ~= place, part.says(defined[place].type, types) else {
        throw mismatch(endpoint, text)
      }
      let isAbsentAtTimes = defined[place].type.isOptional && defined[place].standard == nil
      guard !part.isOptional || isAbsentAtTimes else { throw mismatch(endpoint, text) }
      return TypedCompletion.Field(
        table.pointee.fields[place], defined[place].type.required, part.isOptional, types)
    }
  }

  private func mismatch(_ endpoint: PreparedEndpoint, _ text: String) -> Failure {
    let given = RequestRules.printable(text)
    let wanted = endpoint.defined.result.map { answer($0.type) } ?? "says nothing of its answer"
    return Failure(
      MOYA_ERROR_ARGUMENT, "\(endpoint.defined.name): the completion is \(given), and the endpoint \(wanted)")
  }

  /// `answers user, (i64 id, str? name)`.
  private func answer(_ type: ValueType) -> String {
    let types = definition.types
    let text = "answers \(type.text(types))"
    guard case .named(let index) = type.required, types.indices ~= index, types[index].isStructure else { return text }
    let fields = types[index].fields.map { "\($0.type.text(types)) \($0.name)" }
    return "\(text), (\(fields.joined(separator: ", ")))"
  }
}

extension TypedCompletion.Field {
  /// The whole answer: a struct by its address, else the one member of the table.
  fileprivate init(whole type: ValueType, _ isOptional: Bool, _ types: [DefinedType]) {
    let isStructure =
      if case .named(let index) = type { types.indices ~= index && types[index].isStructure } else { false }
    let byAddress = isStructure || (isOptional && !type.isNullable(types))
    native = byAddress ? .pointer : type.native(types)
    offset = 0
    access = byAddress ? .address(has: nil) : .member
  }

  fileprivate init(_ field: moya_type_field, _ type: ValueType, _ isOptional: Bool, _ types: [DefinedType]) {
    let flags = Int(field.flags)
    offset = Int(field.offset)
    if Int(field.kind) == MOYA_KIND_STRUCT, flags & (MOYA_FIELD_ARRAY | MOYA_FIELD_MAP) == 0 {
      native = .pointer
      access = flags & MOYA_FIELD_POINTER != 0 ? .member : .address(has: nil)
    } else if isOptional, !type.isNullable(types) {
      native = .pointer
      access = .address(has: flags & MOYA_FIELD_HAS != 0 ? Int(field.has_offset) : nil)
    } else {
      native = type.native(types)
      access = .member
    }
  }
}
