import CMoya
import Glibc

/// A struct that begins with its size and only ever grows at its end, so that old programs meet new libraries and the
/// other way round.
protocol CallerStruct {
  init()
  /// Bytes of its first version, the least that a caller can have.
  static var firstSize: Int { get }
}

enum SizedStruct {
  /// Larger than the struct of any version will be: a size beyond it was not written by a header of ours.
  private static let largestSize = 4096

  /// Every struct holds a pointer or a number of 64 bits, and so has a size that is a multiple of 8.
  static func canBe(_ size: Int) -> Bool { size > 0 && size <= largestSize && size % 8 == 0 }

  /// Is anything but zeroes in the part of a struct that a newer header has and this library does not know?
  static func hasUnknownTail(_ start: UnsafeRawPointer, size: Int, known: Int) -> Bool {
    size > known && !UnsafeRawBufferPointer(start: start + known, count: size - known).allSatisfy { $0 == 0 }
  }
}

extension CallerStruct {
  /// Copies a caller's struct and reads no more than the size that the struct declares: behind that the memory may be
  /// anything. Fields that an older caller's struct does not have are 0.
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

extension moya_target: CallerStruct {
  static var firstSize: Int { 208 }
}

extension moya_task: CallerStruct {
  static var firstSize: Int { 136 }
}

extension moya_stream: CallerStruct {
  static var firstSize: Int { 48 }
}

extension moya_sample: CallerStruct {
  static var firstSize: Int { 56 }
}

extension moya_retry: CallerStruct {
  static var firstSize: Int { 80 }
}

extension moya_stub_rule: CallerStruct {
  static var firstSize: Int { 168 }
}

extension moya_provider_options: CallerStruct {
  static var firstSize: Int { 216 }
}

extension moya_credential: CallerStruct {
  static var firstSize: Int { 24 }
}

extension moya_connection_options: CallerStruct {
  static var firstSize: Int { 184 }
}

extension moya_connection_overrides: CallerStruct {
  static var firstSize: Int { 144 }
}

extension moya_builtin: CallerStruct {
  static var firstSize: Int { 48 }
}

extension moya_backend: CallerStruct {
  static var firstSize: Int { 40 }
}

extension moya_closures: CallerStruct {
  static var firstSize: Int { 40 }
}

extension moya_executor: CallerStruct {
  static var firstSize: Int { 32 }
}

extension moya_log_handler: CallerStruct {
  static var firstSize: Int { 32 }
}

extension moya_cookie_options: CallerStruct {
  static var firstSize: Int { 40 }
}

extension moya_decoder_options: CallerStruct {
  static var firstSize: Int { 48 }
}

extension moya_cookie: CallerStruct {
  static var firstSize: Int { 48 }
}
