import CMoya
import Glibc

/// A struct of the caller that begins with its size. New versions of the library only add fields at its end.
///
/// Old programs can therefore use new libraries, and new programs can use old libraries.
protocol CallerStruct {
  init()
  /// The size in bytes of the struct in its first version. A caller's struct is at least this large.
  static var firstSize: Int { get }
}

enum SizedStruct {
  /// The maximum size of every struct, also in future versions. If a caller gives a larger size, the caller did not use
  /// one of our headers.
  private static let largestSize = 4096

  /// Returns true if a struct of some version can have this size. Every struct contains a pointer or a 64-bit number,
  /// so its size is a multiple of 8.
  static func canBe(_ size: Int) -> Bool { size > 0 && size <= largestSize && size % 8 == 0 }

  /// Returns a message for a table (`moya_plugin` or `moya_module`) whose `size` is impossible. The message names the
  /// macro that sets the size. In a table that was made without this macro, the size is usually 0.
  static func fault<Table>(of table: Table.Type, size: Int, setBy macro: String) -> String {
    let reason = "its size is \(size), which is no size of a \(table) (\(MemoryLayout<Table>.size) or more, in eights)"
    return "\(reason). \(macro) sets it"
  }

  /// Returns true if the struct has a nonzero byte after the fields that this library knows. The caller has then set a
  /// field that this library does not know. Only a struct of a newer header has such fields.
  static func hasUnknownTail(_ start: UnsafeRawPointer, size: Int, known: Int) -> Bool {
    size > known && !UnsafeRawBufferPointer(start: start + known, count: size - known).allSatisfy { $0 == 0 }
  }
}

extension CallerStruct {
  /// Copies a caller's struct. Reads no more bytes than the size that the caller gives, because the memory after the
  /// struct does not belong to the struct.
  ///
  /// If the caller's header is older and lacks some fields, these fields are 0 in the copy.
  init(copying pointer: UnsafePointer<Self>?) throws(Failure) {
    guard let source = UnsafeRawPointer(pointer) else { throw .null("\(Self.self)") }
    if HandleCheck.isOn, Self.self == moya_target.self { HandleCheck.use(source, as: HandleCheck.target, in: "a call") }
    let size = Int(source.loadUnaligned(as: UInt32.self))
    guard size >= Self.firstSize, SizedStruct.canBe(size) else {
      let reason = "which is no size of it (\(Self.firstSize) or more, in eights): was it initialised?"
      throw Failure(MOYA_ERROR_STRUCT_SIZE, "\(Self.self).size is \(size), \(reason)")
    }
    let known = MemoryLayout<Self>.size
    if SizedStruct.hasUnknownTail(source, size: size, known: known) {
      let reason = "uses a field that this library does not know (its size is \(size), known: \(known))"
      throw Failure(MOYA_ERROR_STRUCT_TAIL, "\(Self.self) \(reason)")
    }
    self.init()
    withUnsafeMutableBytes(of: &self) { local in
      guard let destination = local.baseAddress else { return }
      memcpy(destination, source, min(size, known))
    }
  }
}

extension moya_target: CallerStruct { static var firstSize: Int { 208 } }
extension moya_task: CallerStruct { static var firstSize: Int { 136 } }
extension moya_stream: CallerStruct { static var firstSize: Int { 48 } }
extension moya_trailers: CallerStruct { static var firstSize: Int { 24 } }
extension moya_sample: CallerStruct { static var firstSize: Int { 56 } }
extension moya_retry: CallerStruct { static var firstSize: Int { 80 } }
extension moya_stub_rule: CallerStruct { static var firstSize: Int { 168 } }
extension moya_provider_options: CallerStruct { static var firstSize: Int { 216 } }
extension moya_credential: CallerStruct { static var firstSize: Int { 24 } }
extension moya_connection_options: CallerStruct { static var firstSize: Int { 184 } }
extension moya_connection_overrides: CallerStruct { static var firstSize: Int { 144 } }
extension moya_builtin: CallerStruct { static var firstSize: Int { 48 } }
extension moya_backend: CallerStruct { static var firstSize: Int { 40 } }
extension moya_closures: CallerStruct { static var firstSize: Int { 40 } }
extension moya_executor: CallerStruct { static var firstSize: Int { 32 } }
extension moya_log_handler: CallerStruct { static var firstSize: Int { 32 } }
extension moya_cookie_options: CallerStruct { static var firstSize: Int { 40 } }
extension moya_decoder_options: CallerStruct { static var firstSize: Int { 48 } }
extension moya_cookie: CallerStruct { static var firstSize: Int { 48 } }
