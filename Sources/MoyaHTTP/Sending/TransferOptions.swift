/// How one transfer runs. Durations are in milliseconds. 0 means "no limit" only where the comment says so.
public struct TransferOptions: Sendable {
  /// The limit for name resolution, TCP and TLS together.
  public var connectTimeout: UInt32 = 10_000
  /// The longest time in which no byte is sent or received.
  public var idleTimeout: UInt32 = 60_000
  /// The limit from submission to the last byte, including the wait for a connection. 0: no limit.
  public var totalTimeout: UInt32 = 300_000
  /// The caller has set `totalTimeout`; it is not the default.
  package var isTotalGiven = false
  /// `totalTimeout` ends when the head of the final response arrives. Afterwards only the idle timeout applies, except
  /// while the request's body has nothing to send.
  package var totalEndsWithHead = false
  /// The limit of the whole call, which errors name. `totalTimeout` is what was left of it for this attempt. 0: both
  /// are the same.
  package var callTimeout: UInt32 = 0
  /// The start of `totalTimeout`, in microseconds of the monotonic clock. `nil`: when the transfer is made.
  package var submitted: UInt64?
  /// How many redirects are followed before the transfer fails with `TransferError.Kind.redirect`. 0: a 3xx response is
  /// returned like any other.
  public var maximumRedirects: UInt32 = 16
  /// The most bytes of a body in memory, after decoding.
  public var maximumBodySize: Int = 1 << 30
  /// Report the progress of the request's and the response's body? Costs a callback per chunk.
  public var wantsProgress = false
  /// Give the observer the head before the body?
  public var wantsHead = false
  /// Options that few transfers use. They have one reference, because options are copied several times for a transfer.
  @Boxed private var rare: Rare? = nil

  private struct Rare: Sendable {
    var downloadPath: String?
    var partialDownloadPath: String?
    var credential: URLCredential?
    var wantsDigest = false
    var originBoundHeaders: [String] = []
    var takesAnyCoding = false
    var overrides: (any PreparedOverrides)?
  }

  /// - Parameter isDefault: the new value is the one of a transfer without rare options.
  private mutating func change(isDefault: Bool, _ body: (inout Rare) -> Void) {
    if isDefault, rare == nil { return }
    var rare = rare ?? Rare()
    body(&rare)
    self.rare = rare
  }

  public init() {}
}

extension TransferOptions {
  /// The file to which the body is written instead of memory.
  public var downloadPath: String? {
    get { rare?.downloadPath }
    set { change(isDefault: newValue == nil) { $0.downloadPath = newValue } }
  }
  /// The file that stores the bytes of an interrupted download. The next download from the same URL continues there.
  /// Needs `downloadPath`. The file `<path>.resume` is next to it.
  public var partialDownloadPath: String? {
    get { rare?.partialDownloadPath }
    set { change(isDefault: newValue == nil) { $0.partialDownloadPath = newValue } }
  }
  /// Sent if the server requires authentication (Basic or Digest), and only to the request's own origin.
  public var credential: URLCredential? {
    get { rare?.credential }
    set { change(isDefault: newValue == nil) { $0.credential = newValue } }
  }
  /// The credential is used for Digest only.
  package var wantsDigest: Bool {
    get { rare?.wantsDigest ?? false }
    set { change(isDefault: !newValue) { $0.wantsDigest = newValue } }
  }
  /// Names of header fields that a redirect to another origin drops. Authorization, Cookie, X-Api-Key and other names
  /// that are known to be secret are always dropped.
  public var originBoundHeaders: [String] {
    get { rare?.originBoundHeaders ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.originBoundHeaders = newValue } }
  }
  /// A body in an unknown content coding is returned undecoded, and names that mean no coding (`none`, `utf-8`) are
  /// ignored. If false, such a body is an error of kind `TransferError.Kind.decode`.
  public var takesAnyCoding: Bool {
    get { rare?.takesAnyCoding ?? false }
    set { change(isDefault: !newValue) { $0.takesAnyCoding = newValue } }
  }
  /// How the request's connection differs from the settings of the loop. `nil`: not at all.
  package var overrides: (any PreparedOverrides)? {
    get { rare?.overrides }
    set { change(isDefault: newValue == nil) { $0.overrides = newValue } }
  }
}
