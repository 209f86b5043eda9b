import CMoya
import MoyaCore

/// A `moya_status`: 0, or a negative number that is frozen in moya.h.
struct Status: Equatable, Sendable {
  let rawValue: moya_status

  init(_ constant: Int) { rawValue = moya_status(truncatingIfNeeded: constant) }

  init(rawValue: moya_status) { self.rawValue = rawValue }

  init(_ kind: TransferError.Kind) {
    let constant =
      switch kind {
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
      case .forked: MOYA_ERROR_FORKED
      case .file: MOYA_ERROR_FILE
      case .memory: MOYA_ERROR_MEMORY
      case .system: MOYA_ERROR_SYSTEM
      case .other: MOYA_ERROR_OTHER
      }
    self.init(constant)
  }

  /// What a stub may fail with.
  var transferKind: TransferError.Kind? {
    TransferError.Kind.allCases.first { Status($0) == self && Status.exchange.contains(Int(rawValue)) }
  }

  private static let exchange = MOYA_ERROR_FILE...MOYA_ERROR_RESOLVE

  /// As in moya.h.
  var name: StaticString { Constants.statusName(rawValue) ?? "MOYA_ERROR_UNKNOWN" }

  var isKnown: Bool { Constants.statusName(rawValue) != nil }
}
