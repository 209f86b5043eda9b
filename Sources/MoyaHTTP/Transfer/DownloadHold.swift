/// The lock on the file of a finished download, which lies where an interrupted one would go on: no other download, of
/// this process or another, uses the file meanwhile. The lock ends with `release`, or with the last reference to it.
package protocol DownloadHold: AnyObject, Sendable {
  /// Call it once: when the file was moved away or removed; with `keepsFile`, when it stays for another attempt.
  func release(keepsFile: Bool)
}
