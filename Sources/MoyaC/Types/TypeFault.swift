import CMoya
import CSimdjson

/// What the C++ of types says when it fails.
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
