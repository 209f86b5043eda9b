import Glibc

/// The file of a form's part, which must be a regular one. `FileManager` follows a path to a directory or a pipe without
/// a word; this does not.
struct PartFile {
  let path: String
  /// The part's name.
  let part: String

  func size() throws(MultipartError) -> UInt64 {
    let file = try open()
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) != 0 { throw unreadable() }
    if status.st_mode & S_IFMT != S_IFREG { throw unreadable("it is not a regular file") }
    return UInt64(max(0, status.st_size))
  }

  /// Exactly `count` bytes: a file that changed since it was measured is an error.
  func append(_ count: Int, to data: inout Data) throws(MultipartError) {
    let file = try open()
    defer { close(file) }
    let start = data.count
    data.count += count
    var done = 0
    while done < count {
      let got = data.withUnsafeMutableBytes { buffer in
        read(file, UnsafeMutableRawBufferPointer(rebasing: buffer[(start + done)...]).baseAddress, count - done)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw unreadable() }
      if got == 0 { throw unreadable("it became shorter while it was read") }
      done += got
    }
  }

  private func open() throws(MultipartError) -> Int32 {
    // Not blocking: opening a pipe would wait for its writer.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw unreadable() }
    return file
  }

  /// Without a reason to be called while `errno` says why.
  private func unreadable(_ reason: String = ErrorNumber.text(errno)) -> MultipartError {
    .fileUnreadable(part: part, path: path, reason: reason)
  }
}
