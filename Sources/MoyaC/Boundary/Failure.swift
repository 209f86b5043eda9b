import CMoya
import MoyaCore

/// The reason why a function of the C API failed. A failure becomes the caller's `moya_error`.
struct Failure: Error {
  var status: moya_status
  /// One sentence, which never contains a secret.
  var message: String
  /// The target's name.
  var target: String?
  /// The kind of number in `code`.
  var domain = Domain.none
  var code: Int64 = 0
  var response: Response?
  /// The request's method, if the call failed because the response's status is not accepted. Otherwise `nil`.
  var method: String?
  /// The request's URL. `nil` if `method` is `nil`. User, query and fragment are left out, because they may contain
  /// secrets.
  var url: String?

  enum Domain {
    case none, curl, plugin, system

    /// The constant of error.h for this kind of number.
    var value: Int {
      switch self {
      case .none: MOYA_DOMAIN_NONE
      case .curl: MOYA_DOMAIN_CURL
      case .plugin: MOYA_DOMAIN_PLUGIN
      case .system: MOYA_DOMAIN_SYSTEM
      }
    }
  }

  /// - Parameter status: One of the status constants of the headers.
  init(_ status: Int, _ message: String) {
    self.status = moya_status(truncatingIfNeeded: status)
    self.message = message
  }

  static func argument(_ message: String) -> Failure { Failure(MOYA_ERROR_ARGUMENT, message) }

  static func null(_ name: String) -> Failure { Failure(MOYA_ERROR_NULL, "\(name) is NULL") }

  static func utf8(_ name: String) -> Failure { Failure(MOYA_ERROR_UTF8, "\(name) is not UTF-8") }

  static func memory(_ name: String) -> Failure { Failure(MOYA_ERROR_MEMORY, "there is no memory for \(name)") }

  /// Makes the failure of a system call. `number` is the value of `errno` right after the failure.
  static func system(_ status: Int, _ message: String, errno number: Int32) -> Failure {
    var failure = Failure(status, "\(message): \(ErrorNumber.text(number))")
    failure.domain = .system
    failure.code = Int64(number)
    return failure
  }
}

extension Failure {
  /// Makes the failure of a call that completed with this error.
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
    case let plugin as PluginFailure where !plugin.isVerbatim:
      domain = .plugin
      code = Int64(plugin.code)
    default: break
    }
  }

  /// Makes the failure of a transfer that never began. The status follows from the error's kind.
  init(_ error: TransferError) {
    self.init(error.kind.status, error.message)
    setCode(of: error)
  }

  /// Makes the failure of an event loop that could not be made, because the kernel or the allocator refused.
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

// MARK: - Common failures

extension Failure {
  static func unknown(_ name: String, _ value: Int32, _ known: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\(name) is \(value), which is none of \(known)")
  }

  static var forked: Failure {
    let advice = "use a blocking call, or a provider with MOYA_PUMP_HOST"
    return Failure(
      MOYA_ERROR_FORKED, "this process was forked: the thread that moves these calls is its parent's; \(advice)")
  }

  static func inherited(_ handle: String) -> Failure {
    Failure(MOYA_ERROR_FORKED, "this process was forked: the \(handle) is its parent's")
  }

  static func noTimeout(_ milliseconds: Int32) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "timeout_ms is \(milliseconds), not −1 or more")
  }

  static var closed: Failure { Failure(MOYA_ERROR_STATE, "the provider is closed") }

  static func inCallback(_ function: String) -> Failure {
    Failure(MOYA_ERROR_STATE, "\(function) would block inside a callback or a hook")
  }

  static func rules(_ body: () throws(TransferError) -> Void) throws(Failure) {
    do throws(TransferError) { try body() } catch { throw Failure(error) }
  }

  /// Returns this failure with the target's name in the message.
  func about(_ target: String) -> Failure {
    var failure = self
    failure.message = "\(target): \(message)"
    failure.target = target
    return failure
  }
}

/// The error for a call that a stub should answer but whose target has no sample.
struct MissingSample: Error {
  var message = "a stub was asked for and the target has no sample"
}

// MARK: - Statuses of transfers

extension TransferError.Kind {
  /// The status constant for this kind.
  var status: Int {
    switch self {
    case .invalidRequest: MOYA_ERROR_INVALID_REQUEST
    case .invalidURL: MOYA_ERROR_INVALID_URL
    case .resolve: MOYA_ERROR_RESOLVE
    case .connect: MOYA_ERROR_CONNECT
    case .tls: MOYA_ERROR_TLS
    case .connectTimeout: MOYA_ERROR_TIMEOUT_CONNECT
    case .idleTimeout: MOYA_ERROR_TIMEOUT_IDLE
    case .totalTimeout: MOYA_ERROR_TIMEOUT_TOTAL
    case .network: MOYA_ERROR_NETWORK
    case .protocolViolation: MOYA_ERROR_PROTOCOL
    case .incompleteBody: MOYA_ERROR_INCOMPLETE_BODY
    case .decode: MOYA_ERROR_DECODE
    case .tooLarge: MOYA_ERROR_TOO_LARGE
    case .redirect: MOYA_ERROR_REDIRECT
    case .proxy: MOYA_ERROR_PROXY
    case .cancelled: MOYA_ERROR_CANCELLED
    case .body: MOYA_ERROR_BODY
    case .address: MOYA_ERROR_ADDRESS
    case .forked: MOYA_ERROR_FORKED
    case .file: MOYA_ERROR_FILE
    case .memory: MOYA_ERROR_MEMORY
    case .system: MOYA_ERROR_SYSTEM
    case .other: MOYA_ERROR_OTHER
    }
  }

  /// Makes the kind of error for a stub whose sample says that the call fails with this status. Returns `nil` if a
  /// sample must not have this status.
  init?(status: moya_status) {
    guard MOYA_ERROR_ADDRESS...MOYA_ERROR_RESOLVE ~= Int(status),
      let kind = TransferError.Kind.allCases.first(where: { $0.status == Int(status) })
    else { return nil }
    self = kind
  }
}

// MARK: - CError

/// A `moya_error`: a failure in the form that C reads.
final class CError: Handle, Sendable {
  let status: moya_status
  let message: BodyBuffer?
  let target: BodyBuffer?
  let method: BodyBuffer?
  let url: BodyBuffer?
  let domain: moya_domain
  let code: Int64
  let response: CResponse?

  convenience init(_ failure: Failure) {
    let response = failure.response.flatMap { try? CResponse($0) }
    let isWhole = failure.response == nil || response != nil
    self.init(failure, response: response, note: isWhole ? "" : " (and there is no memory for the response that came)")
  }

  init(_ failure: Failure, response: CResponse?, note: String = "") {
    status = failure.status
    self.response = response
    message = BodyBuffer(failure.message.onOneLine + note)
    target = failure.target.flatMap { BodyBuffer($0) }
    method = failure.method.flatMap { BodyBuffer($0) }
    url = failure.url.flatMap { BodyBuffer($0) }
    domain = moya_domain(truncatingIfNeeded: failure.domain.value)
    code = failure.code
  }
}

extension CError {
  /// Lends the handle to a callback while `body` runs.
  func lent<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) {
      HandleCheck.isOn ? HandleCheck.lend(self) { body(borrowedHandle) } : body(borrowedHandle)
    }
  }
}

// MARK: - Exports that may fail

/// Runs the body of an export and returns its status. If the body throws, sets the caller's `moya_error **`.
func answering(_ detail: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(Failure) -> Void) -> moya_status {
  detail?.pointee = nil
  do throws(Failure) {
    try body()
    return moya_status(MOYA_OK)
  } catch {
    detail?.pointee = CError(error).retainedHandle()
    return error.status
  }
}
