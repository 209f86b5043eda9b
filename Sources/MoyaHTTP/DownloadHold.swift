/// Keeps everybody else away from the file of a finished download that waits where an interrupted one would go on.
/// Ends with `release`, or when nobody has it any more.
public protocol DownloadHold: AnyObject, Sendable {
  /// Once, when the file was moved away or removed; or, with `keepsFile`, when it stays for another attempt.
  func release(keepsFile: Bool)
}
