import CMoya
import CJSON

/// Reads JSON into a caller's structs. The tables of the structs describe their members.
///
/// C++ code reads the JSON (`CJSON/Types`). This type checks arguments and makes the errors. If a result points into a
/// response, this type also holds a reference to the response.
struct Decoding {
  private let flags: UInt32
  private let type: UnsafePointer<moya_type>
  private let keyPath: String

  init(_ type: UnsafePointer<moya_type>?, at keyPath: UnsafePointer<CChar>?, flags: UInt32) throws(Failure) {
    guard let type else { throw .null("type") }
    guard flags & ~UInt32(MOYA_DECODE_BORROW) == 0 else {
      throw .argument("flags has some that this library does not know")
    }
    self.type = type
    self.flags = flags
    self.keyPath = keyPath == nil ? "" : try String(keyPath, limit: CallerText.keyPathLimit, named: "key_path")
  }

  /// Reads a caller's text.
  func decode(_ json: UnsafeRawPointer?, count: Int, into target: Target) throws(Failure) {
    try decode(try callerBytes(json, count: count, named: "json"), into: target)
  }

  /// Reads a response's body. If a value points into the response, the arena (the memory of the result) holds a
  /// reference to the response.
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
        // The address of a text without bytes may be `nil`. The C++ code then gets another address, and reads no bytes.
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
  /// The place where a result is stored.
  struct Target {
    enum Shape {
      case value(UnsafeMutableRawPointer)
      case list(UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>)
    }

    let shape: Shape
    let arena: UnsafeMutablePointer<OpaquePointer?>

    init(value: UnsafeMutableRawPointer?, _ arena: UnsafeMutablePointer<OpaquePointer?>?) throws(Failure) {
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

    /// Clears the target after a failure.
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

// MARK: - CDecoder

/// A `moya_decoder`: reads values from a text that arrives in pieces. One thread at a time may use it.
final class CDecoder: Handle {
  private let feed: OpaquePointer
  /// The owner of the caller's `user` while this object lives.
  private let context: CallerContext

  /// Default maximum size of one value in bytes. Without a limit, the text of a foreign sender could grow without end.
  private static let mostBytes: UInt64 = 16 << 20

  init(_ pointer: UnsafePointer<moya_decoder_options>?) throws(Failure) {
    let options = try moya_decoder_options(copying: pointer)
    // The context releases `user`. It is made before a line below can throw, so that `user` is released after an error.
    context = CallerContext(options.user, release: options.release_user)
    guard let type = options.type else { throw .null("moya_decoder_options.type") }
    guard let value = options.value else { throw .null("moya_decoder_options.value") }
    guard MOYA_DECODER_LINES...MOYA_DECODER_ARRAY ~= Int(options.input) else {
      throw .argument("moya_decoder_options.input is none of MOYA_DECODER_…: \(options.input)")
    }
    let most = options.max_value == 0 ? CDecoder.mostBytes : options.max_value
    var made: OpaquePointer?
    try TypeFault.checked { fault in
      var status = moya_status(MOYA_OK)
      made = moya_types_feed_create(
        type, Int(options.input) == MOYA_DECODER_ARRAY, Int(clamping: most), value, options.user, &status, &fault)
      return status
    }
    guard let made else { throw .memory("a decoder") }
    feed = made
  }

  deinit { moya_types_feed_destroy(feed) }

  /// Adds the next piece of the text. If the function returns MOYA_FLOW_STOP, `finish` gives the reason.
  func add(_ bytes: UnsafeRawPointer?, count: Int) -> moya_flow {
    guard count > 0 else { return moya_flow(MOYA_FLOW_CONTINUE) }
    guard let bytes else { return moya_flow(MOYA_FLOW_STOP) }
    var fault = moya_types_fault()
    var flow = moya_flow(MOYA_FLOW_CONTINUE)
    return moya_types_feed_add(feed, bytes, count, &flow, &fault) == moya_status(MOYA_OK)
      ? flow : moya_flow(MOYA_FLOW_STOP)
  }

  func finish() throws(Failure) {
    try TypeFault.checked { moya_types_feed_finish(feed, &$0) }
  }
}

// MARK: - TypeFault

/// Converts a failure of the C++ code to a `Failure`.
enum TypeFault {
  static func checked(_ body: (inout moya_types_fault) -> Int32) throws(Failure) {
    var fault = moya_types_fault()
    let status = body(&fault)
    if status != moya_status(MOYA_OK) { throw Failure(Int(status), message(of: fault)) }
  }

  static func message(of fault: moya_types_fault) -> String {
    withUnsafeBytes(of: fault.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
