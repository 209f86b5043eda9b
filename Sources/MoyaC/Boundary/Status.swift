import CMoya
import MoyaCore

/// A `moya_status`: 0, or a negative number that is frozen in moya.h.
struct Status: Equatable, Sendable {
  let rawValue: moya_status

  init(_ constant: Int) { rawValue = moya_status(truncatingIfNeeded: constant) }

  init(rawValue: moya_status) { self.rawValue = rawValue }

  static var ok: Status { Status(MOYA_OK) }
  static var null: Status { Status(MOYA_ERROR_NULL) }
  static var utf8: Status { Status(MOYA_ERROR_UTF8) }
  static var structSize: Status { Status(MOYA_ERROR_STRUCT_SIZE) }
  static var structTail: Status { Status(MOYA_ERROR_STRUCT_TAIL) }
  static var argument: Status { Status(MOYA_ERROR_ARGUMENT) }
  static var state: Status { Status(MOYA_ERROR_STATE) }
  static var forked: Status { Status(MOYA_ERROR_FORKED) }
  static var memory: Status { Status(MOYA_ERROR_MEMORY) }
  static var system: Status { Status(MOYA_ERROR_SYSTEM) }
  static var invalidURL: Status { Status(MOYA_ERROR_INVALID_URL) }
  static var invalidRequest: Status { Status(MOYA_ERROR_INVALID_REQUEST) }
  static var encoding: Status { Status(MOYA_ERROR_ENCODING) }
  static var noStub: Status { Status(MOYA_ERROR_NO_STUB) }
  static var statusCode: Status { Status(MOYA_ERROR_STATUS_CODE) }
  static var json: Status { Status(MOYA_ERROR_JSON) }
  static var keyPath: Status { Status(MOYA_ERROR_KEY_PATH) }
  static var jsonType: Status { Status(MOYA_ERROR_JSON_TYPE) }
  static var pluginOpen: Status { Status(MOYA_ERROR_PLUGIN_OPEN) }
  static var pluginFormat: Status { Status(MOYA_ERROR_PLUGIN_FORMAT) }
  static var pluginEntry: Status { Status(MOYA_ERROR_PLUGIN_ENTRY) }
  static var pluginABI: Status { Status(MOYA_ERROR_PLUGIN_ABI) }
  static var pluginTable: Status { Status(MOYA_ERROR_PLUGIN_TABLE) }
  static var pluginCreate: Status { Status(MOYA_ERROR_PLUGIN_CREATE) }
  static var pluginHook: Status { Status(MOYA_ERROR_PLUGIN_HOOK) }
  static var other: Status { Status(MOYA_ERROR_OTHER) }

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
