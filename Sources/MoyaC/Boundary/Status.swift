import CMoya
import MoyaCore

/// A `moya_status`: 0, or a negative number that is frozen in moya.h.
struct Status: Equatable, Sendable {
  let rawValue: moya_status

  init(_ constant: Int) { rawValue = moya_status(truncatingIfNeeded: constant) }

  init(rawValue: moya_status) { self.rawValue = rawValue }

  init(_ kind: TransferError.Kind) {
    self =
      switch kind {
      case .invalidRequest: .invalidRequest
      case .invalidURL: .invalidURL
      case .resolve: .resolve
      case .connect: .connect
      case .tls: .tls
      case .connectTimeout: .timeoutConnect
      case .idleTimeout: .timeoutIdle
      case .totalTimeout: .timeoutTotal
      case .network: .network
      case .protocolViolation: .protocol
      case .incompleteBody: .incompleteBody
      case .decode: .decode
      case .tooLarge: .tooLarge
      case .redirect: .redirect
      case .proxy: .proxy
      case .cancelled: .cancelled
      case .body: .body
      case .forked: .forked
      case .file: .file
      case .memory: .memory
      case .system: .system
      case .other: .other
      }
  }

  /// The kind of error of an exchange that ends with this status, so that a sample may fail with it; `nil`: none.
  var transferKind: TransferError.Kind? {
    TransferError.Kind.allCases.first { Status($0) == self && Status.exchangeFailures.contains(Int(rawValue)) }
  }

  /// The statuses with which an exchange fails: neighbours in moya.h, whose numbers are frozen.
  private static let exchangeFailures = MOYA_ERROR_FILE...MOYA_ERROR_RESOLVE

  /// The constant's name in moya.h.
  var name: StaticString { Constants.statusName(rawValue) ?? "MOYA_ERROR_UNKNOWN" }

  var isKnown: Bool { Constants.statusName(rawValue) != nil }
}
