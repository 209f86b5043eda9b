import CMoya
import MoyaCore

extension TransferError.Kind {
  /// The constant of moya.h for this kind.
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

  /// The kind of a status; `nil`: a sample cannot fail with it.
  init?(status: moya_status) {
    guard MOYA_ERROR_ADDRESS...MOYA_ERROR_RESOLVE ~= Int(status),
      let kind = TransferError.Kind.allCases.first(where: { $0.status == Int(status) })
    else { return nil }
    self = kind
  }
}
