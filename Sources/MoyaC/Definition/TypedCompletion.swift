import CFFI
import CMoya
import MoyaCore
import MoyaDefinition

/// A function of the caller that receives the fields of a result as arguments.
final class TypedCompletion: CObject {
  /// The place of an argument in the decoded struct.
  struct Field {
    enum Access {
      /// The argument is a copy of the struct's bytes at `offset`: one member, or several members in a row, such as a
      /// pointer and a size.
      case member
      /// The argument is a pointer to the member. The pointer is NULL if the bool at the offset `has` is false.
      case address(has: Int?)
    }

    let native: NativeType
    let offset: Int
    let access: Access
  }

  private let function: moya_api_function
  private let fields: [Field]
  private let shape: CallShape
  private let table: UnsafePointer<moya_type>
  private let keyPath: UnsafePointer<CChar>
  /// True if the result may be null or absent.
  private let isOptional: Bool
  /// Retains the API, because the API owns the memory of `table`.
  private let api: API
  private let user: UnsafeMutableRawPointer?
  /// Releases the caller's `user` once: after the function has run, or when nothing was sent.
  private let owner: CallbackEnd

  init(
    _ function: @escaping moya_api_function, _ fields: [Field],
    of result: (type: UnsafePointer<moya_type>, keyPath: UnsafePointer<CChar>), isOptional: Bool, in api: API,
    _ user: UnsafeMutableRawPointer?, _ owner: CallbackEnd
  ) throws(Failure) {
    (self.function, self.fields, self.api, self.user, self.owner) = (function, fields, api, user, owner)
    (table, keyPath) = result
    self.isOptional = isOptional
    shape = try CallShape([.pointer, .i32] + fields.map(\.native), returnsStatus: false)
  }

  /// The callback that `moya_api_send` receives instead of the caller's function. The callback's `user` is an object of
  /// this class.
  static let callback: moya_callback_fn = { user, status, response, _ in
    guard let user else { return }
    TypedCompletion.at(user).finish(status, response)
  }

  static let release: moya_release_fn = { user in
    guard let user else { return }
    TypedCompletion.taken(at: user).owner.release()
  }

  private func finish(_ ended: moya_status, _ response: OpaquePointer?) {
    if ended != moya_status(MOYA_OK) || (isOptional && isAbsent(in: response)) { return tell(ended, nil) }
    let size = Int(table.pointee.struct_size)
    let value = UnsafeMutableRawPointer.allocate(byteCount: max(16, size), alignment: 16)
    value.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    var arena: OpaquePointer?
    let status = moya_response_decode(response, keyPath, table, value, 0, &arena, nil)
    tell(status, status == moya_status(MOYA_OK) ? value : nil)
    moya_arena_release(arena)
    value.deallocate()
  }

  private func isAbsent(in response: OpaquePointer?) -> Bool {
    let body = moya_response_body(response)
    if UnsafeRawBufferPointer(start: body.data, count: body.len).allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      return true
    }
    var root = moya_json()
    guard moya_response_json(response, &root, nil) == moya_status(MOYA_OK) else { return false }
    return Int(moya_json_kind(moya_json_at(root, keyPath))) <= MOYA_JSON_NULL
  }

  /// - Parameter value: The decoded result. `nil` after a failure, or if the result is absent.
  private func tell(_ status: moya_status, _ value: UnsafeMutableRawPointer?) {
    // Each argument is a pointer or a pair, so two words for each argument are enough.
    let words = UnsafeMutablePointer<(UInt, UInt)>.allocate(capacity: shape.count)
    words.initialize(repeating: (0, 0), count: shape.count)
    let places = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: shape.count)
    for index in 0..<shape.count { (places + index).initialize(to: UnsafeMutableRawPointer(words + index)) }
    places[0]?.storeBytes(of: user, as: UnsafeMutableRawPointer?.self)
    places[1]?.storeBytes(of: status, as: moya_status.self)
    if let value {
      for (index, field) in fields.enumerated() {
        let member = value + field.offset
        switch field.access {
        case .member: places[index + 2] = member
        case .address(let has):
          if let has, (value + has).load(as: UInt8.self) == 0 { continue }
          places[index + 2]?.storeBytes(of: member, as: UnsafeMutableRawPointer?.self)
        }
      }
    }
    moya_ffi_call(shape.cif, function, places)
    words.deallocate()
    places.deallocate()
  }
}

// MARK: - Completions by their signature

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

  /// Returns the arguments that a completion with this signature receives.
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

  /// Returns the result as text for messages, for example `answers user, (i64 id, str? name)`.
  private func answer(_ type: ValueType) -> String {
    let types = definition.types
    let text = "answers \(type.text(types))"
    guard case .named(let index) = type.required, types.indices ~= index, types[index].isStructure else { return text }
    let fields = types[index].fields.map { "\($0.type.text(types)) \($0.name)" }
    return "\(text), (\(fields.joined(separator: ", ")))"
  }
}

extension TypedCompletion.Field {
  /// Describes the argument of a completion that receives the whole result as one argument. If the result is a struct,
  /// the argument is its address. Any other result is decoded into a struct with one member, and the argument is a copy
  /// of this member. If the argument is optional and its type has no NULL, for example `i64?`, the argument is the
  /// address of the member.
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
