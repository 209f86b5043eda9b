import CFFI
import CMoya
import Glibc
import MoyaCore

/// Whether this process may make code, which bound functions are. Found out once, when the first one is bound.
enum ExecutableMemory {
  /// Why not; `nil`: it may.
  static let refusal: String? = {
    var code: UnsafeMutableRawPointer?
    errno = 0
    guard let closure = moya_ffi_closure(&code) else {
      let reason = errno == 0 ? "" : " (\(ErrorNumber.text(errno)))"
      return "this system refuses executable memory\(reason); moya_api_call needs none"
    }
    ffi_closure_free(closure)
    return nil
  }()
}
