import CMoya
import Glibc
import MoyaCore

/// A definition in a file.
enum DefinitionFile {
  /// One byte more than a definition may have, so that a longer one is refused with its reason.
  private static let limit = (8 << 20) + 1

  /// Shows `body` the bytes of a file.
  static func with<Result>(
    _ path: UnsafePointer<CChar>?, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let name = try String(path, named: "path")
    guard let path else { throw .null("path") }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw .system(MOYA_ERROR_FILE, "\(name) cannot be opened", errno: errno) }
    defer { close(file) }
    guard let memory = malloc(limit) else { throw .memory("the definition") }
    defer { free(memory) }
    var count = 0
    while count < limit {
      let length = read(file, memory + count, limit - count)
      if length < 0, errno == EINTR { continue }
      if length < 0 { throw .system(MOYA_ERROR_FILE, "\(name) cannot be read", errno: errno) }
      if length == 0 { break }
      count += length
    }
    return try body(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
