/// How one transfer runs. Durations are in milliseconds. 0 means "no limit" only where the comment says so.
public struct TransferOptions: Sendable {
  /// The limit for name resolution, TCP and TLS together.
  public var connectTimeout: UInt32 = 10_000
  /// The longest time in which no byte is sent or received.
  public var idleTimeout: UInt32 = 60_000
  /// The limit from submission to the last byte, including the wait for a connection. 0 means no limit.
  public var totalTimeout: UInt32 = 300_000
  /// True if the caller has set `totalTimeout`. If false, `totalTimeout` is the default.
  package var isTotalGiven = false
  /// True if `totalTimeout` ends when the head of the final response arrives. Afterwards only the idle timeout applies.
  /// There is one exception: while the request's body has nothing to send, `totalTimeout` applies even after the head.
  package var totalEndsWithHead = false
  /// The limit of the whole call, for error messages. If a call has several attempts, `totalTimeout` is only the rest
  /// of this limit when the attempt begins. `callTimeout` is 0 if both limits are the same.
  package var callTimeout: UInt32 = 0
  /// When `totalTimeout` begins, in microseconds of the monotonic clock. `nil` means that the timeout begins when the
  /// transfer is made.
  package var submitted: UInt64?
  /// How many redirects are followed before the transfer fails with `TransferError.Kind.redirect`. If it is 0, a 3xx
  /// response is returned like any other response.
  public var maximumRedirects: UInt32 = 16
  /// Maximum number of bytes of a decoded body that is stored in memory.
  public var maximumBodySize: Int = 1 << 30
  /// True if the observer receives the progress of both bodies. This costs a callback per chunk.
  public var wantsProgress = false
  /// True if the observer receives the steps of the transfer.
  public var wantsSteps = false
  /// True if the observer receives the head before the body.
  public var wantsHead = false
  /// Options that few transfers use. They are in one object, because the options are copied several times for a
  /// transfer, and copying one reference is cheap.
  @Boxed private var rare: Rare? = nil

  private struct Rare: Sendable {
    var downloadPath: String?
    var partialDownloadPath: String?
    var credential: URLCredential?
    var wantsDigest = false
    var originBoundHeaders: [String] = []
    var takesAnyCoding = false
    var isTakenAsSent = false
    var hasOnlyOwnHeaders = false
    var overrides: (any PreparedOverrides)?
  }

  /// Sets one of the rare options.
  /// - Parameter isDefault: true if the new value is the option's default.
  private mutating func change(isDefault: Bool, _ body: (inout Rare) -> Void) {
    if isDefault, rare == nil { return }
    var rare = rare ?? Rare()
    body(&rare)
    self.rare = rare
  }

  public init() {}
}

extension TransferOptions {
  /// The path of the file to which the body is written. `nil` means no file.
  public var downloadPath: String? {
    get { rare?.downloadPath }
    set { change(isDefault: newValue == nil) { $0.downloadPath = newValue } }
  }
  /// The path of the file that stores the bytes of an interrupted download. The next download from the same URL
  /// continues there. Has no effect without `downloadPath`. The file `<path>.resume` next to it records what the next
  /// download must know about these bytes.
  public var partialDownloadPath: String? {
    get { rare?.partialDownloadPath }
    set { change(isDefault: newValue == nil) { $0.partialDownloadPath = newValue } }
  }
  /// The credential that is sent if the server requires authentication (Basic or Digest). It is sent only to the
  /// request's own origin.
  public var credential: URLCredential? {
    get { rare?.credential }
    set { change(isDefault: newValue == nil) { $0.credential = newValue } }
  }
  /// True if the credential is used for Digest only.
  package var wantsDigest: Bool {
    get { rare?.wantsDigest ?? false }
    set { change(isDefault: !newValue) { $0.wantsDigest = newValue } }
  }
  /// Names of header fields that a redirect to another origin drops. The fields that `Redaction.default` hides are
  /// always dropped.
  public var originBoundHeaders: [String] {
    get { rare?.originBoundHeaders ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.originBoundHeaders = newValue } }
  }
  /// If true, a body in an unknown content coding is returned undecoded. Names that stand for no coding, for example
  /// `none` and `utf-8`, are then ignored. If false, such a body is an error of kind `TransferError.Kind.decode`,
  /// unless the request has its own Accept-Encoding or a Range.
  public var takesAnyCoding: Bool {
    get { rare?.takesAnyCoding ?? false }
    set { change(isDefault: !newValue) { $0.takesAnyCoding = newValue } }
  }
  /// If true, a body is returned as the server has sent it, without decoding.
  package var isTakenAsSent: Bool {
    get { rare?.isTakenAsSent ?? false }
    set { change(isDefault: !newValue) { $0.isTakenAsSent = newValue } }
  }
  /// If true, the transport adds no User-Agent, Accept or Accept-Encoding.
  package var hasOnlyOwnHeaders: Bool {
    get { rare?.hasOnlyOwnHeaders ?? false }
    set { change(isDefault: !newValue) { $0.hasOnlyOwnHeaders = newValue } }
  }
  /// How the request's connection differs from the settings of the loop. `nil` if it does not differ.
  package var overrides: (any PreparedOverrides)? {
    get { rare?.overrides }
    set { change(isDefault: newValue == nil) { $0.overrides = newValue } }
  }
}
