/// A server-sent event.
public struct ServerSentEvent: Hashable, Sendable {
  /// "message" unless the server specifies a type.
  public var type: String
  /// The lines of data, with a line feed between them.
  public var data: String
  /// The last ID that the stream has given, for this event or for an earlier one. Empty if the stream has given no ID.
  public var id: String
  /// The delay before a client should reconnect, as the server last specified. `nil` if the server did not specify it.
  public var retry: Duration?

  public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.type = type
    self.data = data
    self.id = id
    self.retry = retry
  }
}

/// The body of a response as server-sent events, by the rules of WHATWG HTML.
///
/// The request asks for `text/event-stream`, unless the target or the session has an `Accept` field. If the body ends
/// in the middle of an event, this event is dropped. For the request, the rules of `ResponseChunks` apply.
///
/// If the body ends or the connection fails, a sequence that reconnects waits and sends the request again. The new
/// request has the ID of the last event as `Last-Event-ID`. The server can specify the delay; the default is three
/// seconds. While connections bring no event, the delay doubles each time, up to 30 seconds. If the server specifies a
/// delay of more than 30 seconds, this delay is not doubled.
///
/// A sequence that reconnects ends when the server responds with status 204. It throws an error for any other status
/// than 200, for a type other than `text/event-stream`, and for a failure that another attempt cannot repair, for
/// example a wrong certificate.
public struct ResponseEvents: AsyncSequence, Sendable {
  public typealias Element = ServerSentEvent
  public typealias Failure = MoyaError

  private let source: StreamSource
  private let limit: Int
  private let reconnects: Bool

  init(_ source: StreamSource, _ limit: Int, reconnects: Bool) {
    self.source = source
    self.limit = limit
    self.reconnects = reconnects
  }

  public func makeAsyncIterator() -> Iterator { Iterator(source, limit, reconnects) }

  public struct Iterator: AsyncIteratorProtocol {
    private let source: StreamSource
    private let limit: Int
    private var loop: StreamLoop
    private var parser: EventParser
    private var chunk = StreamChunk()
    /// Decides when to connect again. `nil` if the sequence does not reconnect.
    private var reconnection: EventReconnection?
    /// True if the head of this connection's response was accepted.
    private var isOpen = false

    fileprivate init(_ source: StreamSource, _ limit: Int, _ reconnects: Bool) {
      self.source = source
      self.limit = limit
      reconnection = reconnects ? EventReconnection() : nil
      loop = StreamLoop(source, adding: Iterator.fields(nil))
      parser = EventParser(limit: limit)
    }

    public mutating func next() async throws(MoyaError) -> ServerSentEvent? { try await next(isolation: nil) }

    /// Waits for the next event. Returns `nil` at the end of the body, or at the end of the last connection.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MoyaError) -> ServerSentEvent? {
      while true {
        if let event = try event() { return event }
        let step: EventReconnection.Step
        do throws(MoyaError) {
          step = try await read()
        } catch {
          step = try self.step(after: error)
        }
        switch step {
        case .read: continue
        case .connect(let delay): try await connect(afterMilliseconds: delay)
        case .end, .fail:
          stop()
          return nil
        }
      }
    }

    /// Reads the next chunk.
    nonisolated(nonsending) private mutating func read() async throws(MoyaError) -> EventReconnection.Step {
      if let reconnection, !isOpen {
        guard let head = try await loop.head() else { return .end }
        let type = head.value(forHTTPHeaderField: "Content-Type")
        let step = reconnection.step(afterStatus: head.statusCode, contentType: type)
        if step == .fail { throw Iterator.refusal(of: head, type) }
        if step == .end { return .end }
        isOpen = true
      }
      guard let data = try await loop.next() else { return stepAfterEnd() }
      chunk = StreamChunk(data)
      return .read
    }

    private static func refusal(of head: HTTPURLResponse, _ type: String?) -> MoyaError {
      let response = Response(statusCode: head.statusCode, data: Data(), response: head)
      if head.statusCode != 200 { return .underlying(MoyaError.statusCode(response), response) }
      return .underlying(EventReconnection.wrongType(type), response)
    }

    private mutating func event() throws(MoyaError) -> ServerSentEvent? {
      do throws(TransferError) {
        let event = try chunk.read { [parser] rest throws(TransferError) in
          try parser.next(&rest).map { ServerSentEvent($0, id: parser.lastID) }
        }
        if event != nil { reconnection?.receive() }
        return event
      } catch {
        stop()
        throw .underlying(error, nil)
      }
    }

    // MARK: Connecting again

    private mutating func stepAfterEnd() -> EventReconnection.Step {
      reconnection?.take(lastID: parser.lastFieldID, retry: parser.retry)
      return reconnection?.stepAfterEnd() ?? .end
    }

    /// Decides whether the sequence connects again after an error. If it does not, throws the error.
    private mutating func step(after error: MoyaError) throws(MoyaError) -> EventReconnection.Step {
      reconnection?.take(lastID: parser.lastFieldID, retry: parser.retry)
      let step =
        switch error.flat {
        // Validation has refused the response.
        case .statusCode(let response): reconnection?.step(afterStatus: response.statusCode, contentType: nil)
        case .underlying(let error as TransferError, _): reconnection?.step(after: error.kind)
        default: nil as EventReconnection.Step?
        }
      switch step {
      case .connect?, .end?: return step ?? .end
      case .read?, .fail?, nil:
        stop()
        throw error
      }
    }

    nonisolated(nonsending) private mutating func connect(afterMilliseconds delay: Int64) async throws(MoyaError) {
      loop.end()
      do { try await _Concurrency.Task.sleep(for: .milliseconds(delay)) } catch {
        stop()
        throw .cancelled
      }
      loop = StreamLoop(source, adding: Iterator.fields(reconnection?.lastID))
      parser = EventParser(limit: limit, lastID: parser.lastID, retry: parser.retry)
      isOpen = false
    }

    /// Ends the loop, so that there are no more events.
    private mutating func stop() {
      loop.end()
      chunk = StreamChunk()
      reconnection = nil
    }

    private static func fields(_ lastID: String?) -> StreamFields {
      StreamFields(accept: "text/event-stream", lastEventID: lastID?.isEmpty == false ? lastID : nil)
    }
  }
}

extension ServerSentEvent {
  /// - Parameter id: The text of `event.id`. Events with the same ID share this text, because an ID can be long.
  fileprivate init(_ event: EventParser.Event, id: String) {
    self.init(
      type: String(decoding: event.type.bytes, as: UTF8.self), data: String(decoding: event.data.bytes, as: UTF8.self),
      id: id, retry: event.retry.map { .milliseconds($0) })
  }
}
