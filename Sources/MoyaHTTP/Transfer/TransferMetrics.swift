/// When each part of a transfer ended, in microseconds.
public struct TransferMetrics: Hashable, Sendable {
  /// Until the name was resolved, the connection made, TLS agreed: since the last hop's start. 0: the step did not happen, as with a
  /// connection that was kept.
  public var nameLookup: Int64 = 0
  public var connect: Int64 = 0
  public var tlsHandshake: Int64 = 0
  /// Until the first and the last byte of the answer, since the request was submitted, with waits and redirects.
  public var firstByte: Int64 = 0
  public var total: Int64 = 0
  public var redirectCount: Int32 = 0
  public var reusedConnection = false

  public init() {}
}
