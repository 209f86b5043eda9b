import CMoya
import MoyaCore

/// Why a function of the C API failed, as its caller is told.
struct Failure: Error {
  var status: moya_status
  /// One sentence, never with a secret in it.
  var message: String
  /// The target's name.
  var target: String?
  /// Where `code` comes from.
  var domain = Domain.none
  var code: Int64 = 0
  var response: Response?
  /// Of the request whose response has a status that is not accepted.
  var method: String?
  /// The same request's, without user, query and fragment, which may be secrets.
  var url: String?

  enum Domain {
    case none, curl, plugin, system

    /// A constant of error.h.
    var value: Int {
      switch self {
      case .none: MOYA_DOMAIN_NONE
      case .curl: MOYA_DOMAIN_CURL
      case .plugin: MOYA_DOMAIN_PLUGIN
      case .system: MOYA_DOMAIN_SYSTEM
      }
    }
  }

  /// - Parameter status: a constant of moya.h.
  init(_ status: Int, _ message: String) {
    self.status = moya_status(truncatingIfNeeded: status)
    self.message = message
  }

  static func null(_ name: String) -> Failure { Failure(MOYA_ERROR_NULL, "\(name) is NULL") }

  static func utf8(_ name: String) -> Failure { Failure(MOYA_ERROR_UTF8, "\(name) is not UTF-8") }

  static func memory(_ name: String) -> Failure { Failure(MOYA_ERROR_MEMORY, "there is no memory for \(name)") }

  /// A failed system call. `number` is its `errno`, read right after it failed.
  static func system(_ status: Int, _ message: String, errno number: Int32) -> Failure {
    var failure = Failure(status, "\(message): \(ErrorNumber.text(number))")
    failure.domain = .system
    failure.code = Int64(number)
    return failure
  }
}

extension Failure {
  /// The failure with which a call ended.
  init(_ error: MoyaError, target: String) {
    let (status, reason) = Failure.reason(of: error)
    self.init(status, "\(target): \(reason)")
    self.target = target
    response = error.response
    if status == MOYA_ERROR_STATUS_CODE, let request = response?.request {
      method = request.httpMethod ?? "GET"
      url = ShownURL.text(request.urlText)
    }
    switch error.underlyingError {
    case let transfer as TransferError: setCode(of: transfer)
    case let plugin as PluginFailure:
      domain = .plugin
      code = Int64(plugin.code)
    default: break
    }
  }

  /// The failure of a transfer that never began: the error's kind is the status.
  init(_ error: TransferError) {
    self.init(error.kind.status, error.message)
    setCode(of: error)
  }

  /// The failure when no loop could be made: the kernel or the allocator refused.
  init(noLoop error: TransferError) {
    self.init(error)
    if error.kind != .memory { status = moya_status(MOYA_ERROR_SYSTEM) }
  }

  private mutating func setCode(of error: TransferError) {
    if error.systemCode != 0 {
      domain = .system
      code = Int64(error.systemCode)
    } else if error.curlCode != 0 {
      domain = .curl
      code = Int64(error.curlCode)
    }
  }

  private static func reason(of error: MoyaError) -> (Int, String) {
    switch error {
    case .statusCode(let response):
      let status = "the status \(response.statusCode), which is not accepted"
      guard let request = response.request else { return (MOYA_ERROR_STATUS_CODE, "the response has \(status)") }
      let sent = "\(request.httpMethod ?? "GET") \(ShownURL.text(request.urlText))"
      return (MOYA_ERROR_STATUS_CODE, "the response to \(sent) has \(status)")
    case .jsonMapping, .imageMapping, .stringMapping, .objectMapping:
      return (MOYA_ERROR_JSON, "the body is not what was asked for")
    case .encodableMapping, .parameterEncoding: return (MOYA_ERROR_ENCODING, "the parameters cannot be encoded")
    case .requestMapping: return (MOYA_ERROR_INVALID_URL, "the URL is not usable")
    case .underlying(let error, _):
      switch error {
      case let transfer as TransferError: return (transfer.kind.status, transfer.message)
      case let plugin as PluginFailure: return (Int(plugin.status), plugin.message)
      case let inner as MoyaError: return reason(of: inner)
      case let form as MultipartError: return (MOYA_ERROR_BODY, form.description)
      case let missing as MissingSample: return (MOYA_ERROR_NO_STUB, missing.message)
      default: return (MOYA_ERROR_OTHER, "a fault that has no name: \(type(of: error))")
      }
    }
  }
}

/// A stub was asked for, and there is nothing to answer with.
struct MissingSample: Error {
  var message = "a stub was asked for and the target has no sample"
}
