/// What a session remembers between requests, and a file between programs: cookies, the hosts that want TLS.
package protocol KeptState: Sendable {
  /// Takes what a file holds. `now`: seconds since 1970.
  mutating func read(_ text: String, at now: Int64) throws(KeptFault)
  /// What a file is to hold.
  func text(at now: Int64) -> String
  /// Grows when what `text` gives has changed.
  var changes: Int { get }
}

/// Why a file of a session's state cannot be used.
package struct KeptFault: Error {
  /// Without anything of what the file holds.
  package let reason: String
  /// `errno`, or 0.
  package let systemCode: Int32

  package init(_ reason: String, systemCode: Int32 = 0) {
    self.reason = reason
    self.systemCode = systemCode
  }
}
