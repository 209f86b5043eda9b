/// When a transfer got how far, in microseconds.
public struct TransferMetrics: Hashable, Sendable {
  /// Until the name was resolved, the connection made, TLS agreed: since the last hop's start. 0: there was no need to.
  public var nameLookup: Int64 = 0
  public var connect: Int64 = 0
  public var tlsHandshake: Int64 = 0
  /// Until the first byte of the answer, and its last: since the request was submitted, waits in line and redirects
  /// included.
  public var firstByte: Int64 = 0
  public var total: Int64 = 0
  public var redirectCount: Int32 = 0
  public var reusedConnection = false

  public init() {}
}
