import Glibc

/// Reads regular files. `FileManager` follows a path to a directory or a pipe without a word; this does not.
enum FileBytes {
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(errno code: Int32) { description = ErrorNumber.text(code) }
  }

  static func size(_ path: String) throws(Failure) -> UInt64 {
    let file = try open(path)
    defer { close(file) }
    return try size(file)
  }

  /// Exactly `count` bytes: a file that changed since it was measured is an error.
  static func append(_ path: String, count: Int, to data: inout Data) throws(Failure) {
    let file = try open(path)
    defer { close(file) }
    let start = data.count
    data.count += count
    var done = 0
    while done < count {
      let got = data.withUnsafeMutableBytes { buffer in
        read(file, UnsafeMutableRawBufferPointer(rebasing: buffer[(start + done)...]).baseAddress, count - done)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw Failure(errno: errno) }
      if got == 0 { throw Failure("it became shorter while it was read") }
      done += got
    }
  }

  private static func open(_ path: String) throws(Failure) -> Int32 {
    // Not blocking: opening a pipe would wait for its writer.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw Failure(errno: errno) }
    return file
  }

  private static func size(_ file: Int32) throws(Failure) -> UInt64 {
    var status = stat()
    if fstat(file, &status) != 0 { throw Failure(errno: errno) }
    if status.st_mode & S_IFMT != S_IFREG { throw Failure("it is not a regular file") }
    return UInt64(max(0, status.st_size))
  }
}
