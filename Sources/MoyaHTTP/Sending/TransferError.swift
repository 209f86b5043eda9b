import FoundationEssentials

/// Why a transfer returned no response. All backends use this type. The message says what failed and why, and never
/// contains a secret.
public struct TransferError: Error, Sendable {
  /// The kinds of error that a caller can distinguish.
  public enum Kind: Int32, Sendable, CaseIterable {
    case invalidRequest = 1
    case invalidURL
    case resolve
    case connect
    case tls
    case connectTimeout
    case idleTimeout
    case totalTimeout
    /// The connection broke, or closed without a response.
    case network
    /// The peer broke the rules of HTTP.
    case protocolViolation
    /// The body has fewer bytes than announced.
    case incompleteBody
    /// The body is damaged in its content coding, for example gzip, or has a content coding that the library cannot
    /// decode.
    case decode
    case tooLarge
    case redirect
    case proxy
    case cancelled
    /// The request's own body could not be read, or could not be read a second time for a redirect or a resend.
    case body
    /// The `AddressGuard` of the session or of the target allows no address of the host.
    case address
    /// The process forked, and this provider cannot work in the child.
    case forked
    /// The file of a download could not be written or moved.
    case file
    /// There was not enough memory for something large, for example a body.
    case memory
    /// The kernel refused something, for example a descriptor or a thread. `systemCode` says why.
    case system
    /// The program's own backend failed, or the library has a fault.
    case other
  }

  public var kind: Kind
  public var message: String
  /// libcurl's error code. 0 if the error does not come from libcurl.
  public var curlCode: Int32
  /// `errno` if the kernel refused something, otherwise 0.
  public var systemCode: Int32 = 0
  /// The head of the response, if it had arrived when the transfer failed.
  public var response: HTTPURLResponse?
  public var partialBody: Data? {
    get { partialContent?.data }
    set { partialContent = newValue.map { .data($0) } }
  }
  /// The partial body, as the transport has stored it. It is not converted to `Data` here, because it can be large.
  package var partialContent: TransferResponse.Content?
  /// The error that a stub or the program's own backend returned. It is passed on unchanged.
  public var underlying: (any Error)?
  /// The code that `urlErrorCode` returns, if Foundation has several codes for this kind of error.
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

  /// Makes the error for something that the kernel refused. `message` says what the kernel refused, and the initializer
  /// appends the reason.
  package init(system message: String, errno number: Int32) {
    self.init(.system, "\(message): \(ErrorNumber.text(number))")
    systemCode = number
  }

  package init(_ kind: Kind, _ message: String, foundationCode: Int?) {
    self.init(kind, message)
    self.foundationCode = foundationCode
  }

  public static let cancelled = TransferError(.cancelled, "the request was cancelled")

  /// Matches errors of the same kind, whatever their message is. This is for patterns like `case
  /// .underlying(TransferError.cancelled, _)`.
  public static func ~= (pattern: TransferError, error: any Error) -> Bool {
    (error as? TransferError)?.kind == pattern.kind
  }
}

extension TransferError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { message }
  public var description: String { "\(kind): \(message)" }
}

extension TransferError {
  /// The `NSURLErrorDomain` code with the same meaning, for callers that switch on it.
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

  /// The domain and code that `as NSError` shows if the program uses Foundation. Moya's users switch on
  /// `NSURLErrorDomain` and its codes.
  public var _domain: String { "NSURLErrorDomain" }
  public var _code: Int { urlErrorCode }
}
