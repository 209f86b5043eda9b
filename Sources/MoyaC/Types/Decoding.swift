import CMoya
import CSimdjson

/// JSON that is read into a caller's structs by their tables. The reading is C++ (`CSimdjson/Types`): here are the checks
/// of arguments, the response that a result keeps, and the errors.
struct Decoding {
  private let flags: UInt32
  private let type: UnsafePointer<moya_type>
  private let keyPath: String

  init(
    _ type: UnsafePointer<moya_type>?, at keyPath: UnsafePointer<CChar>?, flags: UInt32
  ) throws(Failure) {
    guard let type else { throw .null("type") }
    guard flags & ~UInt32(MOYA_DECODE_BORROW) == 0 else {
      throw Failure(MOYA_ERROR_ARGUMENT, "flags has some that this library does not know")
    }
    self.type = type
    self.flags = flags
    self.keyPath = keyPath == nil ? "" : try String(keyPath, limit: CallerText.keyPathLimit, named: "key_path")
  }

  /// Reads a caller's text.
  func decode(_ json: UnsafeRawPointer?, count: Int, into target: Target) throws(Failure) {
    try decode(try callerBytes(json, count: count, named: "json"), into: target)
  }

  /// Reads a response's body. The arena keeps the response if something in it points there.
  func decode(_ response: CResponse, into target: Target) throws(Failure) {
    let body = response.body
    try decode(UnsafeRawBufferPointer(start: body.data, count: body.len), into: target)
    guard flags & UInt32(MOYA_DECODE_BORROW) != 0 else { return }
    let owner = response.retainedHandle()
    let isKept = moya_types_keep(target.arena, UnsafeMutableRawPointer(owner)) { owner in
      CResponse.release(OpaquePointer(owner))
    }
    if !isKept {
      CResponse.release(owner)
      target.clear(type)
      throw .memory("what was read")
    }
  }

  private func decode(_ text: UnsafeRawBufferPointer, into target: Target) throws(Failure) {
    try TypeFault.checked { fault in
      keyPath.withCString { keyPath in
        // A text of no bytes may have no address.
        let start = (text.baseAddress ?? UnsafeRawPointer(keyPath)).assumingMemoryBound(to: UInt8.self)
        var source = moya_types_source(
          text: start, length: text.count, key_path: keyPath, type: type, flags: flags)
        switch target.shape {
        case .value(let value): return moya_types_decode(&source, value, target.arena, &fault)
        case .list(let items, let count): return moya_types_decode_list(&source, items, count, target.arena, &fault)
        }
      }
    }
  }
}

extension Decoding {
  /// Where a result goes.
  struct Target {
    enum Shape {
      case value(UnsafeMutableRawPointer)
      case list(UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>)
    }

    let shape: Shape
    let arena: UnsafeMutablePointer<OpaquePointer?>

    init(
      value: UnsafeMutableRawPointer?, _ arena: UnsafeMutablePointer<OpaquePointer?>?
    ) throws(Failure) {
      guard let value else { throw .null("value") }
      guard let arena else { throw .null("arena") }
      shape = .value(value)
      self.arena = arena
    }

    init(
      items: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ count: UnsafeMutablePointer<Int>?,
      _ arena: UnsafeMutablePointer<OpaquePointer?>?
    ) throws(Failure) {
      guard let items else { throw .null("items") }
      guard let count else { throw .null("count") }
      guard let arena else { throw .null("arena") }
      shape = .list(items, count)
      self.arena = arena
    }

    /// As after a failure.
    func clear(_ type: UnsafePointer<moya_type>) {
      moya_types_release(arena.pointee)
      arena.pointee = nil
      switch shape {
      case .value(let value): value.initializeMemory(as: UInt8.self, repeating: 0, count: Int(type.pointee.struct_size))
      case .list(let items, let count): (items.pointee, count.pointee) = (nil, 0)
      }
    }
  }
}
