import CCurl
import FoundationEssentials
import MoyaHTTP

/// A response as it arrives: its header section, and its body on the way to its destination.
struct Incoming: ~Copyable {
  private var head: HeaderCollector
  private var chunks = ChunkedBody()
  /// True if bytes arrived after the last chunk, or after the header section of a response without a body.
  private(set) var hasExcess = false
  private var sink: ResponseSink
  private let followsRedirects: Bool
  /// The download that is being resumed. It stays the same across redirects.
  var partial: PartialDownload?

  init(_ options: borrowing TransferOptions, headerLimit: Int, partial: PartialDownload? = nil) {
    head = HeaderCollector(limit: headerLimit)
    sink = ResponseSink(options)
    followsRedirects = options.maximumRedirects > 0
    self.partial = partial
  }

  var statusCode: Int { head.statusCode }
  func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    head.eachField(body)
  }
  var version: HTTPVersion { head.status.version }
  /// The number of bytes of the body as received, without the framing of chunks.
  var bodyCount: Int64 { sink.received }
  /// The fields after the body; `nil` if there are none.
  var trailers: HeaderBlock? { chunks.trailers ?? head.trailers }
  var hasTrailers: Bool { chunks.trailers != nil || head.trailers != nil }
  /// The number of bytes received, including the header section.
  var count: Int64 { Int64(head.size) + sink.received }
  var isHeadComplete: Bool { head.isComplete }
  /// True if as many bytes of the body have arrived as were announced.
  var isWhole: Bool { head.isComplete && head.contentLength >= 0 && sink.received >= head.contentLength }
  /// Returns true if nothing of the response is missing, according to its header section or its chunks. If only the end
  /// of the connection or stream can show the end of the body, returns false.
  func isEntire(of transfer: Transfer) -> Bool {
    guard head.isComplete else { return false }
    return hasNoBody(transfer) || (head.isChunked ? chunks.hasEnded : isWhole)
  }
  /// The length of the body that the header section announces; `nil` if the body ends in another way or the header
  /// section is incomplete.
  var bodyLength: Int? {
    head.isComplete && !head.isChunked ? Int(exactly: head.contentLength).flatMap { $0 < 0 ? nil : $0 } : nil
  }
  /// True if the response is a redirect that the transport follows, so the transfer's observer never receives it.
  var isRedirect: Bool { followsRedirects && Redirect.isOne(head.statusCode) && !head.location.isEmpty }
  /// True if nobody receives the body. This is the body of a redirect, or that of a 416 to a download that is complete.
  var isBodyUnused: Bool { !sink.keeps }
  /// The redirect's Location, as received.
  var location: [UInt8] { head.location }
  /// True if the connection must be closed after this response, because it is uncertain where the next response would
  /// begin.
  var endsConnection: Bool { hasExcess || !head.framing.permitsReuse(after: head.status) }

  var progress: TransferProgress {
    TransferProgress(
      completedUnitCount: (partial?.offset ?? 0) + (sink.keeps ? sink.received : 0),
      totalUnitCount: partial?.total ?? head.contentLength, direction: .download)
  }

  /// Describes the failure of a transfer that libcurl ended with this error code.
  func failure(
    _ code: CURLcode, _ handle: EasyHandle, _ peer: String, trustFile: String?, isSent: Bool
  ) -> CurlFailure {
    CurlFailure(
      code: code, detail: handle.detail, peer: peer, route: handle.route, trustFile: trustFile, isSent: isSent,
      headComplete: head.isComplete, received: sink.received, announced: head.contentLength)
  }

  /// Frees the memory reserved for the response. The loop calls this for a request that must wait, because thousands of
  /// requests can wait at the same time.
  mutating func freeRoom() { head.freeRoom() }

  // MARK: Receiving

  /// Receives a line of the header section. Returns true if it was the last one.
  mutating func receive(line: UnsafeRawBufferPointer) throws(Violation) -> Bool { try head.receive(line) }

  /// Begins the body when the header section is complete. Returns false if the response cannot be used and the request
  /// must be sent again in another form.
  mutating func beginBody(of transfer: Transfer, over version: HTTPVersion) throws(TransferError) -> Bool {
    if head.status.version.isMultiplexed, head.status.version != version {
      throw Violation("its first line speaks of HTTP/2, on a connection of HTTP/1").error(transfer.peer)
    }
    let hasNoBody = hasNoBody(transfer)
    let decoder = hasNoBody ? nil : decoder(for: transfer)
    chunks = ChunkedBody()
    let announced = hasNoBody ? 0 : head.isChunked ? -1 : head.contentLength
    var keeps = !isRedirect
    var file: PartialFile?
    if keeps, let partial {
      switch try partial.receive(head) {
      case .startOver, .append: file = partial.file
      case .complete: (file, keeps) = (partial.file, false)
      case .keep: break
      case .askAgain: return false
      case .violation(let reason): throw Violation(reason).error(transfer.peer)
      }
    }
    sink.begin(announced: announced, decoder: decoder, keeps: keeps, file: file)
    return true
  }

  /// Shows the head to the observer. If the observer wants the body, directs the body to the observer.
  /// - Parameter record: What the transport has measured so far.
  mutating func showHead(_ observer: any TransferObserver, urlText: String, _ record: consuming TransferRecord?) {
    let shown = HTTPURLResponse(
      urlText: urlText, statusCode: head.statusCode, block: head.copiedBlock(), record: consume record)
    switch observer.transferDidReceiveHead(shown) {
    case .observer: sink.give(to: observer)
    case .memory: sink.keepInMemory()
    case .response: break
    }
  }

  /// True if the body goes to the observer.
  var isObserved: Bool { sink.isObserved }

  func checkLength(of transfer: Transfer) throws(TransferError) { try sink.checkLength(of: transfer) }

  /// Returns the decoder for the response's content coding; `nil` if nothing is to be decoded. It is `nil` for a 206,
  /// because a part of an encoded body cannot be decoded on its own. It is also `nil` if the caller takes the body as
  /// it was sent.
  private func decoder(for transfer: Transfer) -> ContentDecoder? {
    guard let coding = head.contentEncoding, head.statusCode != 206, !transfer.options.isTakenAsSent else { return nil }
    let request = transfer.request
    let named = request.headerFields["Accept-Encoding"].flatMap { AcceptEncoding.isOurs($0) ? nil : $0 }
    let accepted: ContentDecoder.Accepted =
      if transfer.options.takesAnyCoding {
        .any
      } else if let named { .named(named) } else { request.headerFields.contains("Range") ? .knownOrRaw : .known }
    return ContentDecoder(contentEncoding: coding, accepted: accepted)
  }

  /// True if received data is not decoded yet. `resume` decodes it.
  var isBehind: Bool { sink.isBehind }
  /// True if the observer wants no more data for now.
  var isPaused: Bool {
    get { sink.isPaused }
    set { sink.isPaused = newValue }
  }

  mutating func receive(
    body bytes: UnsafeRawBufferPointer, _ share: inout Share, of transfer: Transfer
  ) -> TransferError? {
    // If a HEAD request has a body, libcurl reads the response like the response to a POST, so bytes can arrive here.
    if hasNoBody(transfer) {
      hasExcess = !bytes.isEmpty
      return nil
    }
    guard head.isChunked else { return receive(content: bytes, &share, of: transfer) }
    var rest = bytes
    do throws(Violation) {
      while let piece = try chunks.read(&rest) {
        if let error = receive(content: piece, &share, of: transfer) { return error }
      }
    } catch {
      return error.error(transfer.peer)
    }
    hasExcess = !rest.isEmpty
    return nil
  }

  mutating func resume(_ share: inout Share, of transfer: Transfer) -> TransferError? {
    sink.resume(&share, of: transfer)
  }

  private mutating func receive(
    content bytes: UnsafeRawBufferPointer, _ share: inout Share, of transfer: Transfer
  ) -> TransferError? {
    if partial?.overflows(sink.received + Int64(bytes.count)) == true {
      return Violation("its body is longer than its Content-Range says").error(transfer.peer)
    }
    return sink.receive(bytes, &share, of: transfer)
  }

  private func hasNoBody(_ transfer: Transfer) -> Bool {
    head.statusCode == 204 || head.statusCode == 304 || transfer.run.asksForHead
  }

  // MARK: Completion

  /// Checks the response. Throws if something is missing.
  func verify(of transfer: Transfer) throws(TransferError) {
    guard head.isComplete else { throw Violation("its header section was cut off").error(transfer.peer) }
    if !hasNoBody(transfer), !head.isChunked, head.contentLength >= 0, sink.received < head.contentLength {
      throw Violation.incomplete(transfer.peer, sink.received, head.contentLength)
    }
    if !hasNoBody(transfer), head.isChunked, !chunks.hasEnded {
      throw TransferError(.incompleteBody, "the chunked body of \(transfer.peer) has no end")
    }
    if !isRedirect { try partial?.verify(sink.received, transfer.peer) }
  }

  mutating func response(
    of transfer: Transfer, _ record: consuming TransferRecord
  ) throws(TransferError) -> TransferResponse {
    let (content, path) = try sink.finish(of: transfer)
    let head = headResponse(transfer.request.urlText, consume record)
    guard let partial else {
      return TransferResponse(response: consume head, content: consume content, downloadedPath: path)
    }
    self.partial = nil
    var hold: PartialFile?
    if path == partial.file.path { hold = partial.file } else { partial.file.release() }
    return TransferResponse(
      response: partial.whole(head), content: content, downloadedPath: path, downloadHold: hold)
  }

  /// Ends a failed response. Returns the error together with the part of the response that has arrived, if the header
  /// section is complete.
  mutating func abandon(_ error: TransferError, urlText: String) -> TransferError {
    var error = error
    if head.isComplete {
      error.response = headResponse(urlText)
      error.partialContent = sink.partial
    }
    sink.discard()
    partial?.file.release()
    partial = nil
    return error
  }

  private mutating func headResponse(_ urlText: String, _ record: consuming TransferRecord? = nil) -> HTTPURLResponse {
    HTTPURLResponse(urlText: urlText, statusCode: head.statusCode, block: head.takeBlock(), record: record)
  }
}
