/// State that a session stores between its requests, and that a file stores between runs of a program: cookies, and the
/// hosts that require TLS.
package protocol KeptState: Sendable {
  /// Adds the content of a file. Throws if a line has another format than the file must have, because `text` would
  /// lose that line.
  /// - Parameter now: seconds since 1970.
  /// - Returns: A reason for each line that has the format, but whose content the rules do not allow. These lines are
  ///   dropped. A reason begins with the number of the line, and has no value. If the file has more lines than the
  ///   state can store, the last reason says so.
  @discardableResult
  mutating func read(_ text: String, at now: Int64) throws(KeptFault) -> [String]
  /// Returns the content for a file.
  func text(at now: Int64) -> String
  /// A number that increases when the result of `text` has changed.
  var changes: Int { get }
}

/// Why a file of a session's state cannot be used.
package struct KeptFault: Error {
  /// The reason, without any content of the file.
  package let reason: String
  /// `errno` if the system refused the file, otherwise 0.
  package let systemCode: Int32

  package init(_ reason: String, systemCode: Int32 = 0) {
    self.reason = reason
    self.systemCode = systemCode
  }
}
