import CMoya
import MoyaCore

extension Authentication {
  /// What a `moya_credential` says. An error names the field and shows no value.
  init(_ pointer: UnsafePointer<moya_credential>?, named name: String) throws(Failure) {
    let given = try moya_credential(copying: pointer)
    let isBearer = Int(given.kind) == MOYA_CREDENTIAL_BEARER
    if isBearer, given.user != nil { throw Failure(MOYA_ERROR_ARGUMENT, "\(name).user is there, and a token has none") }
    let user = isBearer ? "" : try String(given.user, named: "\(name).user")
    let password =
      given.password == nil && !isBearer ? "" : try String(given.password, named: "\(name).password")
    switch Int(given.kind) {
    case MOYA_CREDENTIAL_ASKED: self = .challenged(user: user, password: password)
    case MOYA_CREDENTIAL_BASIC: self = .basic(user: user, password: password)
    case MOYA_CREDENTIAL_DIGEST: self = .digest(user: user, password: password)
    case MOYA_CREDENTIAL_BEARER: self = .bearer(password)
    default: throw .unknown("\(name).kind", given.kind, "MOYA_CREDENTIAL_…")
    }
    if let fault { throw Failure(MOYA_ERROR_ARGUMENT, "\(name) cannot be used: \(fault)") }
  }
}
