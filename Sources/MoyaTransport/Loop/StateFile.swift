import FoundationEssentials
import Glibc
import MoyaHTTP

/// The file of a session's state. It may contain secrets, so only its owner may read it. A write goes to a temporary
/// file first. The temporary file then replaces the old file as a whole.
package struct StateFile: Sendable {
  package let path: String
  /// Maximum number of bytes that are read. The file of a full cookie jar is smaller.
  private static let limit = 32 << 20

  /// Makes an object for the file at this path. The file need not exist yet. Throws if there is something else at the
  /// path, if the system does not say what is there, or if there is nothing and the folder allows no new file.
  package init(_ path: String) throws(KeptFault) {
    if path.isEmpty || path.utf8.contains(0) { throw KeptFault("its path is no file's") }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // Stores the absolute path, because the program may change its working directory later. Stores the target of a
    // symbolic link, so that the link remains a link.
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    self.path = StateFile.real(path) ?? (StateFile.real(folder) ?? folder) + "/" + name
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT != S_IFREG { throw KeptFault("it is not a regular file") }
    } else if errno != ENOENT {
      throw KeptFault(ErrorNumber.text(errno), systemCode: StateFile.shortage(errno))
    } else if access(folder, W_OK) != 0 {
      throw KeptFault("its folder: \(ErrorNumber.text(errno))")
    }
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  /// Returns the file's text, or `nil` if the file does not exist.
  package func read() throws(KeptFault) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw KeptFault(ErrorNumber.text(errno), systemCode: StateFile.shortage(errno))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: 65_536))
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress?.advanced(by: start), 65_536) }
      bytes.removeLast(65_536 - max(0, count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw KeptFault(ErrorNumber.text(errno)) }
      if count == 0 { break }
      if bytes.count > StateFile.limit { throw KeptFault("it is larger than \(StateFile.limit >> 20) MiB") }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw KeptFault("it is not UTF-8 text") }
    return text
  }

  package func write(_ text: String) throws(KeptFault) {
    // The temporary name does not contain the file's own name, because a long name could then become too long.
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = folder + ".moya-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let descriptor = Descriptor.spare(open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
    if descriptor < 0 { throw KeptFault(ErrorNumber.text(errno), systemCode: StateFile.shortage(errno)) }
    let number = text.withBytes { StateFile.write(UnsafeRawBufferPointer($0), to: descriptor, FileLimit.now) }
    // The bytes are written to the disk first. If the file were renamed before that, it could be empty after a crash.
    let isKept = number == 0 && fsync(descriptor) == 0
    let reason = number != 0 ? number : errno
    let isClosed = close(descriptor) == 0
    if isKept, isClosed, rename(name, path) == 0 { return }
    let fault = KeptFault(ErrorNumber.text(isKept ? errno : reason))
    unlink(name)
    throw fault
  }

  /// Writes the bytes at the end of a file that may have at most `limit` bytes. Returns 0 or `errno`.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ limit: UInt64) -> Int32 {
    if FileLimit.isExceeded(limit, with: bytes.count, at: descriptor) { return EFBIG }
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 {
        return EIO
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Returns `number` if it is the `errno` for a process without free descriptors, otherwise 0.
  private static func shortage(_ number: Int32) -> Int32 { [EMFILE, ENFILE].contains(number) ? number : 0 }
}
