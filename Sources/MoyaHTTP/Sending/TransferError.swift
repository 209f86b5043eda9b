import FoundationEssentials

/// Why a transfer gave no answer. One shape for every backend; the message names the thing and the reason, never a
/// secret.
public struct TransferError: Error, Sendable {
  /// The classes a caller can act on.
  public enum Kind: Int32, Sendable, CaseIterable {
    case invalidRequest = 1
    case invalidURL
    case resolve
    case connect
    case tls
    case connectTimeout
    case idleTimeout
    case totalTimeout
    /// The connection broke, or closed without an answer.
    case network
    /// The peer broke the rules of HTTP.
    case protocolViolation
    /// Fewer bytes than announced.
    case incompleteBody
    /// The content coding is damaged.
    case decode
    case tooLarge
    case redirect
    case proxy
    case cancelled
    /// The request's own body could not be read or replayed.
    case body
    /// The session's `AddressGuard` lets no connection be made to any address of the host.
    case address
    /// The process forked; this provider cannot answer in the child.
    case forked
    /// The file of a download could not be written or moved.
    case file
    /// There was no memory for something large, such as a body.
    case memory
    /// The kernel refused something: descriptors, threads. `systemCode` says why.
    case system
    /// A backend of the caller's own, or a fault of ours.
    case other
  }

  public var kind: Kind
  public var message: String
  /// libcurl's code, 0 when it was not libcurl that refused.
  public var curlCode: Int32
  /// `errno` as it was when the kernel refused, else 0.
  public var systemCode: Int32 = 0
  /// What had arrived when the transfer failed.
  public var response: HTTPURLResponse?
  public var partialBody: Data? {
    get { partialContent?.data }
    set { partialContent = newValue.map { .data($0) } }
  }
  /// The same as it lies in memory: it may be large.
  package var partialContent: TransferResponse.Content?
  /// The error that a stub or a backend of the caller's own gave, to be handed on as it is.
  public var underlying: (any Error)?
  /// What `urlErrorCode` is when Foundation's codes tell apart what is one kind here.
  package var foundationCode: Int?

  public init(
    _ kind: Kind, _ message: String, curlCode: Int32 = 0, response: HTTPURLResponse? = nil, partialBody: Data? = nil
  ) {
    self.kind = kind
    self.message = message
    self.curlCode = curlCode
    self.response = response
    self.partialBody = partialBody
  }

  /// The kernel refused something: `message` says what, this adds why.
  package init(system message: String, errno number: Int32) {
    self.init(.system, "\(message): \(ErrorNumber.text(number))")
    systemCode = number
  }

  package init(_ kind: Kind, _ message: String, foundationCode: Int?) {
    self.init(kind, message)
    self.foundationCode = foundationCode
  }

  public static let cancelled = TransferError(.cancelled, "the request was cancelled")

  /// For patterns such as `case .underlying(TransferError.cancelled, _)`: an error of the same kind, whatever it says.
  public static func ~= (pattern: TransferError, error: any Error) -> Bool {
    (error as? TransferError)?.kind == pattern.kind
  }
}

extension TransferError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { message }
  public var description: String { "\(kind): \(message)" }
}

extension TransferError {
  /// The `NSURLErrorDomain` code of the same meaning, for callers who switch on it.
  public var urlErrorCode: Int {
    if let foundationCode { return foundationCode }
    return switch kind {
    case .cancelled: -999
    case .connectTimeout, .idleTimeout, .totalTimeout: -1001
    case .resolve: -1003
    case .connect: -1004
    case .network, .incompleteBody: -1005
    case .redirect: -1007
    case .protocolViolation: -1011
    case .decode: -1015
    case .invalidRequest, .invalidURL: -1000
    case .tls: -1200
    case .tooLarge: -1103
    case .body: -1100
    case .address: -1004
    case .file: -3003
    case .proxy: -1006
    case .forked, .memory, .system, .other: -1
    }
  }

  /// What `as NSError` shows beside Foundation: callers of Moya switch on `NSURLErrorDomain` and its codes.
  public var _domain: String { "NSURLErrorDomain" }
  public var _code: Int { urlErrorCode }
}
