/// What an order says differently from its session. Most orders say nothing: in a box.
package final class OrderOptions: Hashable, Sendable {
  /// Milliseconds; `nil`, here and below: the session's.
  package let connectTimeout: UInt32?
  /// 0: a 3xx is an answer like any other.
  package let maximumRedirects: UInt32?
  /// Bytes after decoding.
  package let maximumBodySize: Int?
  /// Sent when the server asks for it, to the request's own origin. A plugin's wins.
  package let credential: URLCredential?
  /// As Digest only.
  package let wantsDigest: Bool
  /// Equal orders join one flight, if the face lets them.
  package let isShared: Bool
  /// A body in a content coding that is not known comes as it is.
  package let takesAnyCoding: Bool
  /// `nil`: only plugins decide on other attempts.
  package let retry: (any RetryRule)?
  /// How it connects differently.
  package let overrides: (any PreparedOverrides)?

  package init(
    connectTimeout: UInt32? = nil, maximumRedirects: UInt32? = nil, maximumBodySize: Int? = nil,
    credential: URLCredential? = nil, wantsDigest: Bool = false, isShared: Bool = false, takesAnyCoding: Bool = false,
    retry: (any RetryRule)? = nil, overrides: (any PreparedOverrides)? = nil
  ) {
    self.connectTimeout = connectTimeout
    self.maximumRedirects = maximumRedirects
    self.maximumBodySize = maximumBodySize
    self.credential = credential
    self.isShared = isShared
    self.takesAnyCoding = takesAnyCoding
    self.retry = retry
    self.overrides = overrides
    self.wantsDigest = wantsDigest
  }

  func change(_ options: inout TransferOptions) {
    if let connectTimeout { options.connectTimeout = connectTimeout }
    if let maximumRedirects { options.maximumRedirects = maximumRedirects }
    if let maximumBodySize { options.maximumBodySize = maximumBodySize }
    if takesAnyCoding { options.takesAnyCoding = true }
    if let overrides { options.overrides = overrides }
    if let credential { (options.credential, options.wantsDigest) = (credential, wantsDigest) }
  }

  package static func == (left: OrderOptions, right: OrderOptions) -> Bool {
    left.connectTimeout == right.connectTimeout && left.maximumRedirects == right.maximumRedirects
      && left.maximumBodySize == right.maximumBodySize && left.credential == right.credential
      && left.wantsDigest == right.wantsDigest && left.takesAnyCoding == right.takesAnyCoding
      && left.overrides === right.overrides
      && OrderOptions.areEqual(left.retry, right.retry)
  }

  private static func areEqual(_ left: (any RetryRule)?, _ right: (any RetryRule)?) -> Bool {
    if left === right { return true }
    guard let left, let right else { return false }
    return left.equals(right)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(connectTimeout)
    hasher.combine(maximumRedirects)
    hasher.combine(maximumBodySize)
    hasher.combine(credential)
    hasher.combine(wantsDigest)
    hasher.combine(takesAnyCoding)
  }
}

extension Order {
  /// A rule of its own may want other attempts.
  package var mayRetry: Bool { options?.retry != nil }
  /// Even an immediate stub may take time: its request is yet to be made, or there may be another attempt.
  package var mayWait: Bool { mayRetry || !isMade }
}
