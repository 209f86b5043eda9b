/// How one transfer runs. Durations in milliseconds; 0 means "no limit" only where it says so.
public struct TransferOptions: Sendable {
  /// Name resolution, TCP and TLS together.
  public var connectTimeout: UInt32 = 10_000
  /// Without a byte in either direction.
  public var idleTimeout: UInt32 = 60_000
  /// From submission to the last byte, waiting for a connection included. 0: none.
  public var totalTimeout: UInt32 = 300_000
  /// `totalTimeout` was asked for, and is not the default.
  package var isTotalGiven = false
  /// `totalTimeout` ends with the head of the final response: from then on the idle timeout alone counts, except while the
  /// request's body has nothing to send.
  package var totalEndsWithHead = false
  /// The whole call's, of which `totalTimeout` is what was left for this attempt: errors name it. 0: the same.
  package var callTimeout: UInt32 = 0
  /// The monotonic clock's microseconds from which `totalTimeout` counts; `nil`: from when the transfer is made.
  package var submitted: UInt64?
  /// Redirects followed before `TransferError.Kind.redirect`. 0: a 3xx is an answer like any other.
  public var maximumRedirects: UInt32 = 16
  /// Bytes of body kept in memory, after decoding.
  public var maximumBodySize: Int = 1 << 30
  /// Report progress, of the request's body and of the response's? Costs a callback per chunk.
  public var wantsProgress = false
  /// Show the observer the head before the body comes?
  public var wantsHead = false
  /// What few transfers ask for, behind one reference, since options are copied several times for a transfer.
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

  /// - Parameter isDefault: the change is to what a transfer that asks for nothing rare has.
  private mutating func change(isDefault: Bool, _ body: (inout Rare) -> Void) {
    if isDefault, rare == nil { return }
    var rare = rare ?? Rare()
    body(&rare)
    self.rare = rare
  }

  public init() {}
}

extension TransferOptions {
  /// Write the body to this file instead of keeping it.
  public var downloadPath: String? {
    get { rare?.downloadPath }
    set { change(isDefault: newValue == nil) { $0.downloadPath = newValue } }
  }
  /// With `downloadPath`: the file in which the bytes of an interrupted download wait, and in which the next one to the
  /// same URL goes on. Beside it lies `<path>.resume`.
  public var partialDownloadPath: String? {
    get { rare?.partialDownloadPath }
    set { change(isDefault: newValue == nil) { $0.partialDownloadPath = newValue } }
  }
  /// Sent when the server asks for it (Basic or Digest), and only to the request's own origin.
  public var credential: URLCredential? {
    get { rare?.credential }
    set { change(isDefault: newValue == nil) { $0.credential = newValue } }
  }
  /// As Digest only.
  package var wantsDigest: Bool {
    get { rare?.wantsDigest ?? false }
    set { change(isDefault: !newValue) { $0.wantsDigest = newValue } }
  }
  /// Header names that a redirect to another origin drops, beside Authorization, Cookie, X-Api-Key and
  /// others that are secret by their name.
  public var originBoundHeaders: [String] {
    get { rare?.originBoundHeaders ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.originBoundHeaders = newValue } }
  }
  /// A body in a content coding that is not known comes as it is, and names that stand for none (`none`, `utf-8`) do not
  /// count; otherwise it is `TransferError.Kind.decode`.
  public var takesAnyCoding: Bool {
    get { rare?.takesAnyCoding ?? false }
    set { change(isDefault: !newValue) { $0.takesAnyCoding = newValue } }
  }
  /// What the request says of its connection differently from the loop; `nil`: nothing.
  package var overrides: (any PreparedOverrides)? {
    get { rare?.overrides }
    set { change(isDefault: newValue == nil) { $0.overrides = newValue } }
  }
}
