import CFFI
import CMoya
import MoyaCore

/// A struct that is being made: its members in their order, and where libffi places them.
struct StructLayout {
  private var members: [UnsafeMutablePointer<ffi_type>?] = []

  /// Returns the index of the member.
  mutating func add(_ member: UnsafeMutablePointer<ffi_type>?) -> UInt32 {
    members.append(member)
    return UInt32(clamping: members.count - 1)
  }

  /// What libffi needs to know of the struct, with its size, and the offsets of its members.
  func placed(
    in texts: KeptTexts
  ) throws(Failure) -> (type: UnsafeMutablePointer<ffi_type>, offsets: [Int]) {
    let type = try texts.array([ffi_type()])
    let elements = try texts.array(members + [nil])
    var offsets = [Int](repeating: 0, count: members.count)
    guard !members.contains(nil), moya_ffi_place(type, elements, &offsets) != 0 else {
      throw Failure(MOYA_ERROR_UNSUPPORTED, "libffi cannot lay out a struct")
    }
    return (type, offsets)
  }
}
