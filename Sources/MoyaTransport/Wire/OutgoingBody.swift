import FoundationEssentials
import Glibc
import MoyaHTTP

/// The body of a request after it was opened. Its length is determined, and its files can be read.
enum OutgoingBody {
  case none
  /// A body that is small enough for libcurl to send it together with the header section.
  case small([Data], length: Int)
  case stream(BodyReader)

  /// Maximum number of bytes of a body that libcurl sends together with the header section.
  private static let smallLimit = 65_000

  init(_ body: RequestBody) throws(TransferError) {
    switch body {
    case .none:
      self = .none
    case .data(let data) where data.count <= OutgoingBody.smallLimit:
      self = .small([data], length: data.count)
    case .data(let data):
      self = .stream(try BodyReader([.data(data)]))
    case .file(let path):
      self = .stream(try BodyReader(path: path))
    case .segments(let segments):
      if let parts = OutgoingBody.small(segments) {
        self = .small(parts, length: parts.reduce(0) { $0 + $1.count })
      } else {
        self = .stream(try BodyReader(segments))
      }
    }
  }

  /// The number of bytes to send; −1 if it is unknown.
  var length: Int64 {
    switch self {
    case .none: 0
    case .small(_, let length): Int64(length)
    case .stream(let reader): reader.length
    }
  }

  /// For a body that libcurl reads while it sends it, the number of bytes that libcurl has taken so far. For other
  /// bodies 0.
  var count: Int64 { if case .stream(let reader) = self { reader.count } else { 0 } }

  /// The number of bytes of the body that were sent, if the request itself was sent. A body that libcurl sends together
  /// with the header section then counts as a whole.
  var sentCount: Int64 { if case .stream(let reader) = self { reader.count } else { length } }

  /// True if trailers follow the body.
  var hasTrailers: Bool { if case .stream(let reader) = self { reader.hasTrailers } else { false } }

  /// Copies a small body to `buffer`. For any other body, the buffer stays empty. Returns false if there is no memory.
  func copy(to buffer: BodyBuffer) -> Bool {
    buffer.removeAll()
    guard case .small(let parts, _) = self else { return true }
    return parts.allSatisfy { $0.withUnsafeBytes(buffer.append) }
  }

  private static func small(_ segments: [RequestBody.Segment]) -> [Data]? {
    var parts: [Data] = []
    var length = 0
    for segment in segments {
      guard case .data(let data) = segment else { return nil }
      length += data.count
      if length > smallLimit { return nil }
      parts.append(data)
    }
    return parts
  }
}

// MARK: - BodyReader

/// Reads the segments of a body one after another, and again from the start if that is possible.
final class BodyReader {
  /// The number of bytes in all segments; −1 if one is a stream of unknown length.
  let length: Int64

  /// The number of bytes read since the start.
  private(set) var count: Int64 = 0

  /// The trailers, after the end of the body was read. `nil` before that, and for a body without trailers.
  private(set) var trailers: HeaderFields?

  private let segments: [RequestBody.Segment]
  /// The stream that gives the trailers. `nil` if no trailers follow the body.
  private let trailed: (any TrailedStream)?
  private var index = 0
  /// The number of bytes of the current segment that were read.
  private var position: Int64 = 0
  private var file: Int32 = -1
  /// True if a stream that can be read only once has returned data or its end.
  private var isSpent = false
  /// True if the stream of the current segment was rewound for this attempt, or needed no rewinding. An earlier attempt
  /// may have read the stream.
  private var isAtStart = false
  /// The stream of the current segment, while `StreamsInUse` has it as a stream that this object reads.
  private var entered: (any ByteStream)?

  init(_ segments: [RequestBody.Segment]) throws(TransferError) {
    self.segments = segments
    trailed = segments.last?.trailedStream
    var total: Int64 = 0
    var isKnown = true
    for segment in segments {
      guard let length = BodyReader.length(segment) else {
        isKnown = false
        continue
      }
      let (sum, overflow) = total.addingReportingOverflow(length)
      if overflow { throw TransferError(.body, "the request's body is too long") }
      total = sum
    }
    length = isKnown ? total : -1
  }

  /// Opens a whole file with its current length. A file of length 0 may produce its content when it is read, like the
  /// files of /proc. So the length of such a file counts as unknown.
  convenience init(path: String) throws(TransferError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw BodyReader.unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw BodyReader.noFile(path) }
    if status.st_size == 0, let stream = UnmeasuredFile(path: path) {
      try self.init([.stream(stream, length: nil)])
    } else {
      try self.init([.file(path: path, length: UInt64(status.st_size))])
    }
  }

  deinit {
    closeFile()
    leave()
  }

  var hasTrailers: Bool { trailed != nil }

  /// Fills the front of `room` and returns the number of bytes. 0 means the end of the body; `trailers` are then known.
  /// `nil` means that a stream has nothing yet. Throws `.body` if a segment cannot be read or is shorter than
  /// announced, or if the stream that has the trailers fails.
  func read(into room: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int? {
    while index < segments.count {
      let segment = segments[index]
      let length = BodyReader.length(segment)
      let left = length.map { $0 - position } ?? .max
      if left > 0 {
        let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<Int(min(Int64(room.count), left))])
        guard let count = try read(segment, into: piece) else { return nil }
        guard 0...piece.count ~= count else {
          throw TransferError(.body, "the request's body stream gave \(count) bytes for a room of \(piece.count)")
        }
        position += Int64(count)
        self.count += Int64(count)
        if count > 0 { return count }
        if length != nil { throw TransferError(.body, "the request's body ended before its announced length") }
      }
      closeFile()
      leave()
      index += 1
      position = 0
      isAtStart = false
    }
    return try readTrailers() ? 0 : nil
  }

  /// Asks the stream for the trailers, unless there are none or they are known already. Returns false if the request
  /// has ended.
  private func readTrailers() throws(TransferError) -> Bool {
    guard let trailed, trailers == nil else { return true }
    do { trailers = try trailed.trailers() } catch is NothingYet { return false } catch {
      throw TransferError(.body, "the trailers of the request failed: \(ErrorReason.of(error))")
    }
    return true
  }

  /// Continues the upload when the stream of the current segment has something to send again. Only a `LateStream` can
  /// report this.
  func resumeWhenReady(_ transfer: Transfer) {
    guard index < segments.count, case .stream(let stream as any LateStream, _) = segments[index] else { return }
    stream.whenReady { [weak transfer] in transfer?.bodyIsReady() }
  }

  /// Opens the streams that only one request can read. Throws `.body` if another request reads one of them, because
  /// each of the two requests would get a part of its bytes.
  func openStreams(for request: ObjectIdentifier) throws(TransferError) {
    for case .stream(let stream as any LateStream, _) in segments where !stream.open(for: request) {
      throw TransferError(.body, "the request's body stream is read by another request, and can be read only once")
    }
  }

  /// Closes the streams, because the request has ended or continues without its body.
  func closeStreams(for request: ObjectIdentifier) {
    for case .stream(let stream as any LateStream, _) in segments { stream.close(for: request) }
    leave()
  }

  /// Goes back to the start of the body. Returns false if a part of it was read from a stream that can be read only
  /// once.
  func rewind() -> Bool {
    if isSpent { return false }
    closeFile()
    index = 0
    position = 0
    count = 0
    isAtStart = false
    trailers = nil
    return true
  }

  private func read(
    _ segment: RequestBody.Segment, into room: UnsafeMutableRawBufferPointer
  ) throws(TransferError) -> Int? {
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
      do {
        if !isAtStart { try start(stream) }
        isAtStart = true
        let count = try stream.read(into: room)
        if !segment.isRepeatable { isSpent = true }
        return count
      } catch is NothingYet {
        return nil
      } catch {
        if !segment.isRepeatable { isSpent = true }
        throw TransferError(.body, "the request's body stream failed: \(ErrorReason.of(error))")
      }
    }
  }

  /// Prepares the stream of the current segment for its first read. Throws if another request is reading it.
  private func start(_ stream: any ByteStream) throws {
    if let stream = stream as? any RepeatableStream {
      if stream.isRepeatable { try stream.rewind() }
    } else if !(stream is any LateStream), entered == nil {
      try StreamsInUse.enter(stream)
      entered = stream
    }
  }

  private func leave() {
    if let entered { StreamsInUse.leave(entered) }
    entered = nil
  }

  private func read(_ path: String, into room: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
    if file < 0 { try openFile(path) }
    while true {
      let count = Glibc.read(file, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw BodyReader.unreadable(path) }
    }
  }

  /// Opens the file and checks it again. Since its length was determined, the file may have been replaced, for example
  /// by a pipe. The file is opened with `O_NONBLOCK`, because otherwise a pipe would wait for its writer and block all
  /// other requests.
  private func openFile(_ path: String) throws(TransferError) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { throw BodyReader.unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw BodyReader.noFile(path) }
  }

  private static func noFile(_ path: String) -> TransferError {
    TransferError(.body, "the request's body cannot be read: \(path) is not a file")
  }

  /// Makes the error for a file that cannot be read. Call this before `errno` changes, because `errno` is the reason.
  private static func unreadable(_ path: String) -> TransferError {
    TransferError(.body, "the request's body cannot be read: \(path): \(ErrorNumber.text(errno))")
  }

  private func closeFile() {
    if file >= 0 { close(file) }
    file = -1
  }

  /// Returns the number of bytes of a segment, or `nil` if it is unknown.
  private static func length(_ segment: RequestBody.Segment) -> Int64? {
    switch segment {
    case .data(let data): Int64(data.count)
    case .file(_, let length): Int64(clamping: length)
    case .stream(_, let length): length.map { Int64(clamping: $0) }
    }
  }
}

// MARK: - UnmeasuredFile

/// A file that has content although its size is 0, like the files of /proc.
final class UnmeasuredFile: RepeatableStream {
  private let descriptor: Int32

  /// Opens the file. Returns `nil` if the file is empty or cannot be read.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var byte: UInt8 = 0
    if descriptor < 0 || Glibc.read(descriptor, &byte, 1) <= 0 || lseek(descriptor, 0, SEEK_SET) != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var isRepeatable: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw unreadable(errno) }
    }
  }

  func rewind() throws { if lseek(descriptor, 0, SEEK_SET) != 0 { throw unreadable(errno) } }

  private func unreadable(_ number: Int32) -> TransferError {
    TransferError(.body, "the request's body cannot be read: \(ErrorNumber.text(number))")
  }
}

// MARK: - RequestPlan

/// The rules of HTTP that libcurl does not apply to requests, and the sizes that depend on libcurl and nghttp2.
package enum RequestPlan {
  /// Returns true for methods that usually have a body. A request with such a method and without a body has the field
  /// `Content-Length: 0` (RFC 9110 §8.6).
  package static func announcesEmptyBody(_ method: String) -> Bool { URLRequest.announcesEmptyBody(method) }

  /// The largest header section that nghttp2 sends (NGHTTP2_MAX_HEADERSLEN). Its bytes are counted as in
  /// `EasyHandle.headSize`. nghttp2 has an option for this limit, but libcurl does not pass it on.
  package static let largestHTTP2Head = 65_536

  /// How many bytes of a body HTTP/2 may send before the server allows more (RFC 9113 §6.9.2).
  package static let firstHTTP2Window: Int64 = 65_535

  /// How many bytes of a body libcurl reads and passes to the kernel at once. `uploadPiece` is libcurl's default. A
  /// large body uses `largeUploadPiece`, and so needs a quarter of the system calls. Each request that sends a body
  /// uses a buffer of this size.
  package static let uploadPiece = 64 << 10
  package static let largeUploadPiece = 256 << 10
  /// A body of at least this many bytes is large.
  package static let largeUpload: Int64 = 32 << 20
}
