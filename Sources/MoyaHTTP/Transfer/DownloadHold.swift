/// The lock on the file of a finished download, which lies where an interrupted one would go on: no other download, of
/// this process or another, uses the file meanwhile. The lock ends with `release`, or with the last reference to it.
public protocol DownloadHold: AnyObject, Sendable {
  /// Once, when the file was moved away or removed; or, with `keepsFile`, when it stays for another attempt.
  func release(keepsFile: Bool)
}
