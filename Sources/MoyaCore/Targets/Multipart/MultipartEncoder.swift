import Glibc

/// Encodes a form as `multipart/form-data` (RFC 7578), with the same bytes as Moya.
///
/// If the whole body, including its files, has at most `memoryLimit` bytes, the encoder reads it into memory. Such a
/// body can be sent again. If one of its files cannot be read, the call fails before anything is sent. In a larger
/// body, files and streams are read while they are sent.
struct MultipartEncoder {
  static let memoryLimit: UInt64 = 1 << 20

  /// What is sent, in order. Each segment has the name of its part.
  private var segments: [(content: RequestBody.Segment, part: String)] = []
  private var length: UInt64 = 0
  private let boundary: String
  /// Adjacent pieces of memory are joined up to this many bytes.
  private let largestPiece: Int

  private init(boundary: String, largestPiece: Int) {
    self.boundary = boundary
    self.largestPiece = largestPiece
  }

  static func body(
    of form: MultipartFormData, boundary: String, readsAhead: Bool
  ) throws(MultipartError) -> RequestBody {
    try body(of: try parts(of: form), boundary: boundary, readsAhead: readsAhead)
  }

  /// Encodes the parts of a form as the body of a request.
  /// - Parameter readsAhead: True if a stream in a small body is read into memory now, like a file. If false, a body
  ///   with a stream is read only when it is sent, even if it is small.
  static func body(of parts: [FormPart], boundary: String, readsAhead: Bool) throws(MultipartError) -> RequestBody {
    // If streams are read later, the encoder joins only small pieces, so it does not copy large data of the caller.
    var encoder = MultipartEncoder(boundary: boundary, largestPiece: readsAhead ? .max : 1 << 16)
    for part in parts { try encoder.append(part) }
    encoder.append("\r\n--\(boundary)--\r\n", part: "")
    let segments = encoder.segments
    if segments.count == 1, case .data(let data) = segments[0].content { return .data(data) }
    let isMadeLate = !readsAhead && parts.contains { if case .stream = $0.content { true } else { false } }
    return isMadeLate || encoder.length > memoryLimit
      ? .segments(segments.map(\.content)) : .data(try encoder.joined())
  }

  /// Checks a form without reading its files and streams.
  static func check(_ form: MultipartFormData) throws(MultipartError) { _ = try parts(of: form) }

  private static func parts(of form: MultipartFormData) throws(MultipartError) -> [FormPart] {
    var parts: [FormPart] = []
    for part in form.parts { parts.append(try FormPart(part)) }
    return parts
  }

  private mutating func append(_ part: FormPart) throws(MultipartError) {
    var head = segments.isEmpty ? "" : "\r\n"
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
    if let name = part.fileName { head += "; filename=\"\(Self.escaped(name))\"" }
    head += "\r\n"
    if let type = part.mimeType { head += "Content-Type: \(type)\r\n" }
    append(head + "\r\n", part: part.name)
    switch part.content {
    case .data(let data): append(part.content, UInt64(data.count), part: part.name)
    case .file(let path, _):
      let size = try PartFile(path: path, part: part.name).size()
      append(.file(path: path, length: size), size, part: part.name)
    case .stream(_, let length): append(part.content, length ?? .max, part: part.name)
    }
  }

  private mutating func append(_ text: String, part: String) {
    append(.data(Data(text.utf8)), UInt64(text.utf8.count), part: part)
  }

  /// Appends a segment. The caller specifies the length of a stream, so the sum of all lengths can exceed 64 bits. Then
  /// the sum becomes the maximum, which means that the length is unknown.
  private mutating func append(_ content: RequestBody.Segment, _ bytes: UInt64, part: String) {
    if case .data(let next) = content, case .data(var data)? = segments.last?.content,
      next.count <= largestPiece - data.count
    {
      // The last segment is removed first, so that its data grows in place.
      segments.removeLast()
      data.append(next)
      segments.append((.data(data), part))
    } else {
      segments.append((content, part))
    }
    let (sum, overflows) = length.addingReportingOverflow(bytes)
    length = overflows ? .max : sum
  }

  private func joined() throws(MultipartError) -> Data {
    var body = Data()
    body.reserveCapacity(Int(clamping: length))
    for (content, part) in segments {
      switch content {
      case .data(let data): body.append(data)
      case .file(let path, let length):
        try PartFile(path: path, part: part).append(Int(clamping: length), to: &body)
      case .stream(let stream, let length): body.append(try all(of: stream, length, part: part))
      }
    }
    return body
  }

  private func all(of stream: any ByteStream, _ length: UInt64?, part: String) throws(MultipartError) -> Data {
    let bytes: Data?
    let isLonger: Bool
    do {
      try StreamsInUse.enter(stream)
      defer { StreamsInUse.leave(stream) }
      bytes = try stream.readAll(count: Int(clamping: length ?? .max))
      isLonger = try bytes != nil && stream.readAll(count: 1) != nil
    } catch {
      throw .streamFailed(part: part, reason: ErrorReason.of(error))
    }
    guard let bytes else { throw .streamIncomplete(part: part) }
    if isLonger { throw .streamTooLong(part: part) }
    return bytes
  }

  /// Percent-encodes quotes and line ends, as the HTML standard does. A quote would end the parameter, and a line end
  /// would end the header.
  static func escaped(_ name: String) -> String {
    TextBuffer.string { text in text.append(name) { $0 != 0x22 && $0 != 0x0D && $0 != 0x0A } }
  }
}

extension MultipartFormData {
  /// Returns a random boundary, so that no part contains it. The boundary starts with the same name as in Moya, because
  /// servers and recorded tests know this name.
  static func randomBoundary(name: String = "alamofire") -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "\(name).boundary." + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns true if the text is a boundary of RFC 2046 §5.1.1. A boundary has 1 to 70 of the characters below, and the
  /// last one is not a space.
  static func isBoundary(_ text: String) -> Bool {
    1...70 ~= text.utf8.count && text.utf8.last != 0x20
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: " '()+_,-./:=?".utf8.contains(byte)
        }
      }
  }
}

/// The file of a form's part. It must be a regular file. `FileManager` silently accepts a directory or a pipe, but this
/// type does not.
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

  /// Appends exactly `count` bytes. A file that has become shorter since its size was read is an error.
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
    // The file is opened as non-blocking, because opening a pipe would otherwise wait for its writer.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw unreadable() }
    return file
  }

  /// Returns the error for a file that cannot be read. The default reason is the text for `errno`.
  private func unreadable(_ reason: String = ErrorNumber.text(errno)) -> MultipartError {
    .fileUnreadable(part: part, path: path, reason: reason)
  }
}
