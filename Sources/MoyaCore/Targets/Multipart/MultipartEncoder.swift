import Glibc

/// Writes a form as `multipart/form-data` (RFC 7578, bytes as Moya's).
///
/// Up to `memoryLimit` the whole body is one piece of memory, files included: it can be sent again, and a file that
/// cannot be read is found before anything is sent. Above it files and streams are read while they are sent.
struct MultipartEncoder {
  static let memoryLimit: UInt64 = 1 << 20

  /// What is sent one after another, each with the name of its part.
  private var segments: [(content: RequestBody.Segment, part: String)] = []
  private var length: UInt64 = 0
  private let boundary: String

  private init(boundary: String) { self.boundary = boundary }

  static func body(of form: MultipartFormData, boundary: String) throws(MultipartError) -> RequestBody {
    var encoder = MultipartEncoder(boundary: boundary)
    for part in form.parts { try encoder.append(part) }
    encoder.append("\r\n--\(boundary)--\r\n", part: "")
    let segments = encoder.segments
    if segments.count == 1, case .data(let data) = segments[0].content { return .data(data) }
    return encoder.length > memoryLimit ? .segments(segments.map(\.content)) : .data(try encoder.joined())
  }

  /// What can be wrong with a form before its files and streams are read.
  static func check(_ form: MultipartFormData) throws(MultipartError) {
    for part in form.parts { _ = try Disposition(part) }
  }

  private mutating func append(_ part: MultipartFormBodyPart) throws(MultipartError) {
    let disposition = try Disposition(part)
    var head = segments.isEmpty ? "" : "\r\n"
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
    head += "\(disposition.fileNameParameter)\r\n"
    if let type = disposition.mimeType { head += "Content-Type: \(type)\r\n" }
    append(head + "\r\n", part: part.name)
    switch part.provider {
    case .data(let data): append(.data(data), UInt64(data.count), part: part.name)
    case .file(let url):
      let size = try PartFile(path: url.path, part: part.name).size()
      append(.file(path: url.path, length: size), size, part: part.name)
    case .stream(let stream, let length): append(.stream(stream, length: length), length, part: part.name)
    }
  }

  private mutating func append(_ text: String, part: String) {
    append(.data(Data(text.utf8)), UInt64(text.utf8.count), part: part)
  }

  /// A stream's length is what the caller says: a sum beyond 64 bits stays at the largest, and is refused when sent.
  private mutating func append(_ content: RequestBody.Segment, _ bytes: UInt64, part: String) {
    if case .data(let next) = content, case .data(var data)? = segments.last?.content {
      // Removed first, so that the data grows in place.
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

  private func all(of stream: any ByteStream, _ length: UInt64, part: String) throws(MultipartError) -> Data {
    let bytes: Data?
    let isLonger: Bool
    do {
      bytes = try stream.readAll(count: Int(clamping: length))
      isLonger = try bytes != nil && stream.readAll(count: 1) != nil
    } catch {
      throw .streamFailed(part: part, reason: ErrorReason.of(error))
    }
    guard let bytes else { throw .streamIncomplete(part: part) }
    if isLonger { throw .streamTooLong(part: part) }
    return bytes
  }

  /// A quote would end the parameter, and a line end the header (the form of the HTML standard).
  static func escaped(_ name: String) -> String {
    TextBuffer.string { text in text.append(name) { $0 != 0x22 && $0 != 0x0D && $0 != 0x0A } }
  }

  /// File name and type of a part, by Moya's rules.
  private struct Disposition {
    let fileName: String?
    let mimeType: String?

    init(_ part: MultipartFormBodyPart) throws(MultipartError) {
      switch part.provider {
      case .data: (fileName, mimeType) = (part.fileName, part.mimeType)
      // A stream always has both, empty if need be.
      case .stream: (fileName, mimeType) = (part.fileName ?? "", part.mimeType ?? "")
      case .file(let url):
        // A path taken from another URL would be one of this machine's.
        if !url.isFileURL { throw .fileUnreadable(part: part.name, reason: "its URL is not a file URL") }
        if let name = part.fileName, let type = part.mimeType {
          (fileName, mimeType) = (name, type)
        } else {
          // Unless a part names both, both come from the file. A name alone is not used.
          if url.lastPathComponent.isEmpty || url.pathExtension.isEmpty { throw .fileNameMissing(part: part.name) }
          (fileName, mimeType) = (url.lastPathComponent, "application/octet-stream")
        }
      }
      if mimeType?.utf8.contains(where: ASCII.isControl) == true { throw .invalidMIMEType(part: part.name) }
    }

    var fileNameParameter: String { fileName.map { "; filename=\"\(MultipartEncoder.escaped($0))\"" } ?? "" }
  }
}

extension MultipartFormData {
  /// Delimits the parts; random, so that no part contains it. Moya's form, which servers and recorded tests know.
  static func randomBoundary() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "alamofire.boundary." + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// RFC 2046 §5.1.1: 1 to 70 characters of these, the last no space.
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
