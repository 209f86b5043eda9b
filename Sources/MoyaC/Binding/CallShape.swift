import CFFI
import CMoya

/// What libffi needs to know of a function: the types of its parameters and of its result. A `ffi_cif`.
///
/// Unchecked: written when it is made, and only read afterwards.
final class CallShape: @unchecked Sendable {
  let cif: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  let count: Int

  /// - Parameter returnsStatus: a `moya_status`; else nothing.
  init(_ parameters: [NativeType], returnsStatus: Bool) throws(Failure) {
    count = parameters.count
    cif = .allocate(capacity: 1)
    cif.initialize(to: ffi_cif())
    types = .allocate(capacity: max(1, count))
    types.initialize(repeating: nil, count: max(1, count))
    for (index, parameter) in parameters.enumerated() { types[index] = parameter.ffi }
    let result = returnsStatus ? moya_ffi_int32() : moya_ffi_void()
    guard !(0..<count).contains(where: { types[$0] == nil }),
      moya_ffi_prepare(cif, result, types, UInt32(count)) != 0
    else { throw Failure(MOYA_ERROR_ARGUMENT, "libffi cannot describe the function") }
  }

  deinit {
    types.deallocate()
    cif.deallocate()
  }
}
