import Glibc

/// A stubbed request as a server would have received it over HTTP/1.1. Each part is made on first use, so a rule that
/// looks only at the URL reads no body.
///
/// The class is `@unchecked Sendable`: only the sending thread uses it until it is recorded, and nothing changes it
/// afterwards.
package final class ReceivedRequest: @unchecked Sendable {
  /// Maximum number of bytes that a stub reads from the files or streams of one body.
  package static let bodyLimit = 16 << 20

  package let exchange: Exchange
  private var made: Made?
  private var content: Data??

  private struct Made {
    /// The body as it is sent. `nil` if a file of a form cannot be read.
    let body: RequestBody?
    let request: URLRequest
  }

  package init(_ exchange: Exchange) { self.exchange = exchange }

  /// The request with the fields that a server receives, in their order.
  package var request: URLRequest { parts.request }

  /// The body. `nil` if there is no body, if it is a stream that was not read, if a file cannot be read, or if the body
  /// exceeds `bodyLimit`.
  package var body: Data? {
    if let content { return content }
    let read = parts.body?.bytes(limit: ReceivedRequest.bodyLimit, readsStreams: false)
    content = .some(read)
    return read
  }

  /// Reads the body from start to end, including its streams. If a stream fails, would block or exceeds `bodyLimit`,
  /// the body ends there. If the body has a `LateStream`, `body` stays `nil`. The bytes of such a stream come from a
  /// task, which would not end.
  package func readStreams() {
    if body != nil { return }
    content = .some(parts.body?.bytes(limit: ReceivedRequest.bodyLimit, readsStreams: true))
  }

  /// The request with all fields that a server receives. If the body is known, the request has the body in memory.
  package var recorded: URLRequest {
    var request = parts.request
    if let body { request.body = .data(body) } else if let sent = parts.body { request.body = sent }
    return request
  }

  /// Returns the exchange in the form in which it goes to the network, with the body of an upload and the path for a
  /// download. If a stub rule has already encoded the body, the result has this body.
  package func moving() throws(TransferError) -> Exchange {
    try exchange.movingFiles(with: made?.body)
  }

  private var parts: Made {
    if let made { return made }
    let wire = exchange.wireRequest
    var body: RequestBody? = wire.body
    if let upload = exchange.files?.upload { body = try? upload.sentBody() }
    let request = wire.received(
      with: exchange.session.additions, framing: ReceivedRequest.framing(of: body, wire.httpMethod ?? "GET"))
    let parts = Made(body: body, request: request)
    made = parts
    return parts
  }

  /// Returns how a server would recognize the end of the body: by a length or by chunks. Returns `nil` if this is
  /// unknown, because a file cannot be read.
  fileprivate static func framing(of body: RequestBody?, _ method: String) -> SentFraming? {
    switch body {
    case nil: return nil
    case .none?: return URLRequest.announcesEmptyBody(method) ? .length(0) : SentFraming.none
    case .data(let data)?: return .length(Int64(data.count))
    case .file(let path)?:
      return (try? PartFile(path: path, part: "").size()).map { .length(Int64(clamping: $0)) }
    case .segments(let segments)?:
      var length: Int64 = 0
      for segment in segments {
        switch segment {
        case .data(let data): length = sum(length, UInt64(data.count))
        case .file(_, let count): length = sum(length, count)
        case .stream(_, let count?): length = sum(length, count)
        case .stream(_, nil): return .chunked
        }
      }
      return .length(length)
    }
  }

  private static func sum(_ length: Int64, _ count: UInt64) -> Int64 {
    let (sum, overflows) = length.addingReportingOverflow(Int64(clamping: count))
    return overflows ? .max : sum
  }
}

extension SessionRules {
  /// Returns the header fields of a request as this session sends it over HTTP/1.1. The result lacks the fields that
  /// the library adds later: the session's cookies, and the fields for a credential, a proxy or the connection.
  /// - Parameter upload: the file or the form that is the body, if the request does not have it yet.
  package func sentFields(of request: URLRequest, _ upload: Upload?) -> HeaderFields {
    let wire = wireForm(of: request)
    var body: RequestBody? = wire.body
    // Most streams can be read only once, and the transport must read them. So this function does not read them.
    if let upload { body = try? upload.sentBody(readsAhead: false) }
    return wire.receivedFields(
      with: ownAdditions, framing: ReceivedRequest.framing(of: body, wire.httpMethod ?? "GET"))
  }
}

extension Exchange {
  /// The request as a server receives it over HTTP/1.1. It has every field, including `Host` and `Content-Length`. Its
  /// body is in memory, unless it is a stream or cannot be read. Use it for responses that depend on the request.
  public var receivedRequest: URLRequest { ReceivedRequest(self).recorded }
}

extension RequestBody {
  /// Returns the bytes of the body, or `nil` if there is no body or it cannot be read.
  fileprivate func bytes(limit: Int, readsStreams: Bool) -> Data? {
    switch self {
    case .none: return nil
    case .data(let data): return data
    case .file(let path): return try? RequestBody.read(path, nil, limit: limit)
    case .segments(let segments):
      var bytes = Data()
      for segment in segments {
        let room = limit - bytes.count
        switch segment {
        case .data(let data): bytes.append(data)
        case .file(let path, let length):
          guard let file = try? RequestBody.read(path, length, limit: room) else { return nil }
          bytes.append(file)
        case .stream(let stream, let length):
          guard readsStreams, !(stream is any LateStream) else { return nil }
          let isWhole = RequestBody.append(stream, Int(clamping: length ?? .max), limit: room, to: &bytes)
          if !isWhole { return bytes }
        }
        if bytes.count > limit { return nil }
      }
      return bytes
    }
  }

  private static func read(_ path: String, _ length: UInt64?, limit: Int) throws(MultipartError) -> Data {
    let file = PartFile(path: path, part: "")
    let size = if let length { length } else { try file.size() }
    var bytes = Data()
    if size > UInt64(max(0, limit)) {
      throw .fileUnreadable(part: "", path: path, reason: "it is too large for a stub")
    }
    try file.append(Int(size), to: &bytes)
    return bytes
  }

  /// Appends the stream's bytes, at most `limit`. Returns false if these are not all `count` bytes. A `count` of
  /// `Int.max` means all bytes of the stream.
  private static func append(_ stream: any ByteStream, _ count: Int, limit: Int, to bytes: inout Data) -> Bool {
    var (room, left) = (Data(count: 1 << 16), min(count, limit))
    do {
      if let stream = stream as? any RepeatableStream, stream.isRepeatable { try stream.rewind() }
      while left > 0 {
        let got = try room.withUnsafeMutableBytes { try stream.read(into: .init(rebasing: $0[..<min(left, $0.count)])) }
        guard got > 0, got <= room.count else { return got == 0 && count == .max }
        bytes.append(room.prefix(got))
        left -= got
      }
    } catch {
      return false
    }
    return count <= limit
  }
}
