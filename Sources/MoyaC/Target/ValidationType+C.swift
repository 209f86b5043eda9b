import CMoya
import MoyaCore

extension ValidationType {
  /// Which statuses a `moya_target` accepts.
  init(_ target: moya_target) throws(Failure) {
    let takesList = Int(target.validation) == MOYA_VALIDATION_STATUSES
    guard takesList == (target.status_count > 0) else {
      let fault = takesList ? "is empty" : "is given, and moya_target.validation is not MOYA_VALIDATION_STATUSES"
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_target.statuses \(fault)")
    }
    switch Int(target.validation) {
    case MOYA_VALIDATION_NONE: self = .none
    case MOYA_VALIDATION_SUCCESS: self = .successCodes
    case MOYA_VALIDATION_SUCCESS_AND_REDIRECT: self = .successAndRedirectCodes
    case MOYA_VALIDATION_STATUSES:
      let statuses = try array(target.statuses, count: target.status_count, named: "moya_target.statuses")
      if let wrong = statuses.first(where: { !(100...599 ~= $0) }) {
        throw Failure(MOYA_ERROR_ARGUMENT, "moya_target.statuses has \(wrong), which is not 100 … 599")
      }
      self = .customCodes(statuses.map { Int($0) })
    default:
      throw Failure(
        MOYA_ERROR_ARGUMENT,
        "moya_target.validation is \(target.validation), which is none of MOYA_VALIDATION_…")
    }
  }
}
