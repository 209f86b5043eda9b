import FoundationEssentials
import Glibc
import MoyaHTTP

/// Reads the segments of a body one after another, and again from the start where that is possible.
final class BodyReader {
  /// Bytes in all segments.
  let length: Int64

  private let segments: [RequestBody.Segment]
  private var index = 0
  /// Bytes of the current segment that were read.
  private var position: Int64 = 0
  private var file: Int32 = -1
  private var hasReadStream = false

  init(_ segments: [RequestBody.Segment]) throws(TransferError) {
    self.segments = segments
    var total: Int64 = 0
    for segment in segments {
      let (sum, overflow) = total.addingReportingOverflow(BodyReader.length(segment))
      if overflow { throw TransferError(.body, "the request's body is too long") }
      total = sum
    }
    length = total
  }

  /// A whole file, with the length that it has now.
  convenience init(path: String) throws(TransferError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw BodyReader.unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TransferError(.body, "the request's body cannot be read: \(path) is not a file")
    }
    try self.init([.file(path: path, length: UInt64(status.st_size))])
  }

  deinit { closeFile() }

  /// Fills the front of `room`; 0 at the end. Throws `.body` when a segment cannot be read or is shorter than
  /// announced.
  func read(into room: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
    while index < segments.count {
      let segment = segments[index]
      let left = BodyReader.length(segment) - position
      if left > 0 {
        let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<Int(min(Int64(room.count), left))])
        let count = try read(segment, into: piece)
        guard count > 0, count <= piece.count else {
          throw TransferError(.body, "the request's body ended before its announced length")
        }
        position += Int64(count)
        return count
      }
      closeFile()
      index += 1
      position = 0
    }
    return 0
  }

  /// Back to the start. False: a stream was read, and it can be read only once.
  func rewind() -> Bool {
    if hasReadStream { return false }
    closeFile()
    index = 0
    position = 0
    return true
  }

  private func read(
    _ segment: RequestBody.Segment, into room: UnsafeMutableRawBufferPointer
  ) throws(TransferError) -> Int {
    switch segment {
    case .data(let data):
      return data.withUnsafeBytes { bytes in
        let rest = bytes[Int(position)...].prefix(room.count)
        room.copyBytes(from: rest)
        return rest.count
      }
    case .file(let path, _):
      return try read(path, into: room)
    case .stream(let stream, _):
      hasReadStream = true
      do { return try stream.read(into: room) } catch {
        throw TransferError(.body, "the request's body stream failed: \(ErrorReason.of(error))")
      }
    }
  }

  private func read(_ path: String, into room: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
    if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { throw BodyReader.unreadable(path) }
    while true {
      let count = Glibc.read(file, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw BodyReader.unreadable(path) }
    }
  }

  /// To be called while `errno` says why.
  private static func unreadable(_ path: String) -> TransferError {
    TransferError(.body, "the request's body cannot be read: \(path): \(ErrorNumber.text(errno))")
  }

  private func closeFile() {
    if file >= 0 { close(file) }
    file = -1
  }

  private static func length(_ segment: RequestBody.Segment) -> Int64 {
    switch segment {
    case .data(let data): Int64(data.count)
    case .file(_, let length), .stream(_, let length): Int64(clamping: length)
    }
  }
}
