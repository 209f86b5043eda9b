extension Task {
  /// Sends the elements of an asynchronous sequence as the body, while they come.
  ///
  /// The sequence is read when the request is sent, and only as fast as the server takes the bytes. It is read once, so
  /// the request is not sent again. If the sequence throws, the request fails with a `TransferError` of kind `body`.
  ///
  /// - Parameters:
  ///   - bytes: The body, piece by piece.
  ///   - length: The number of bytes. If `nil`, the number is not known before the end, and HTTP/1.1 sends the body in
  ///     chunks. If the sequence gives fewer or more bytes, the request fails with a `TransferError` of kind `body`.
  ///     For this check, the last byte is sent only after the sequence has ended. If the length is 0, nothing is sent
  ///     as the body, and the sequence is not read.
  public static func uploadStream<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, length: UInt64? = nil) -> Task
  where Bytes.Element == Data {
    .requestParameters(
      parameters: [:], encoding: SequenceEncoding(stream: SequenceStream(bytes, length: length), length: length))
  }

  /// Sends the elements of an asynchronous sequence as the body, and after them trailers: fields that are known only at
  /// the end, for example a checksum (RFC 9110 §6.5).
  ///
  /// The request is sent over HTTP/1.1, in chunks. If the session requires HTTP/2, the request fails with a
  /// `TransferError` of kind `invalidRequest` before anything is sent. In everything else, this is like
  /// ``uploadStream(_:length:)``.
  ///
  /// A trailer must not be a field that a server needs before the body (RFC 9110 §6.5.1), for example `Authorization`
  /// or `Content-Type`. All trailers together have at most 16 KiB. Otherwise the request fails with a `TransferError`
  /// of kind `invalidRequest`. If `trailers` throws, the kind is `body`. In all these cases, the server does not
  /// receive the end of the body.
  ///
  /// The library adds no field `Trailer`, which would announce the names (RFC 9110 §6.6.2). Set it in the target's
  /// headers if the server needs it. Plugins do not see trailers, and a stub does not ask for them.
  ///
  /// - Parameters:
  ///   - bytes: The body, piece by piece.
  ///   - trailers: Returns the trailers. It runs once, after the last element, in the task that reads the sequence.
  public static func uploadStream<Bytes: AsyncSequence & Sendable>(
    _ bytes: Bytes, trailers: @escaping @Sendable () async throws -> HTTPHeaders
  ) -> Task where Bytes.Element == Data {
    .requestParameters(
      parameters: [:], encoding: SequenceEncoding(stream: SequenceStream(bytes, trailers: trailers), length: nil))
  }
}

/// Makes the stream the body of a request. The enum `Task` has only the cases of Moya 15, and none for such a body. So
/// the task is `.requestParameters` with this encoding, which ignores the parameters.
private struct SequenceEncoding: ParameterEncoding {
  let stream: SequenceStream
  let length: UInt64?

  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    request.body = .segments([.stream(stream, length: length)])
    return request
  }
}

// MARK: - SequenceStream

/// The elements of an asynchronous sequence as a stream. The first read starts a task that reads the sequence. If the
/// transport is slow, the task waits.
final class SequenceStream: LateStream, TrailedStream, Sendable {
  typealias Reading = @Sendable (SequenceStream) async -> Void
  typealias Trailers = @Sendable () async throws -> HTTPHeaders

  /// If this many bytes are stored, the task waits until some of them are read.
  private static let most = 256 << 10

  private let state = Protected(State())
  private let reading: Reading
  /// The number of bytes that the request announces. `nil` if it announces none.
  private let length: UInt64?
  let hasTrailers: Bool

  fileprivate struct State {
    var pieces: [Data] = []
    /// The index of the first piece that the transport has not read completely, and how many bytes of this piece were
    /// read.
    var first = 0
    var position = 0
    /// The number of bytes in `pieces` that the transport has not read.
    var count = 0
    /// The number of bytes that the sequence has given.
    var given: UInt64 = 0
    /// How the sequence has ended. If the sequence was read completely, the value has the trailers.
    var end: Result<HeaderFields, any Error>?
    var hasBegun = false
    var isClosed = false
    /// Runs a function with the task-locals of the call. `nil` if the call carries none.
    var carry: Carry?
    /// The request that reads the stream.
    var request: ObjectIdentifier?
    var task: _Concurrency.Task<Void, Never>?
    /// Resumes the transport, which waits for bytes.
    var resume: (@Sendable () -> Void)?
    /// The task, if it waits until bytes were read.
    var waiting: UnsafeContinuation<Void, Never>?
  }

  /// - Parameter length: The number of bytes that the request announces, or `nil`.
  init<Bytes: AsyncSequence & Sendable>(
    _ bytes: Bytes, length: UInt64? = nil, trailers: Trailers? = nil
  ) where Bytes.Element == Data {
    self.length = length
    hasTrailers = trailers != nil
    reading = { stream in
      do {
        for try await piece in bytes {
          guard await stream.take(piece) else { return }
        }
        stream.end(.success(try await trailers?() ?? HeaderFields()))
      } catch {
        stream.end(.failure(error))
      }
    }
  }

  // MARK: Called by the transport

  func open(for request: ObjectIdentifier) -> Bool {
    state.withLock { state in
      if state.isClosed || state.request != nil && state.request != request { return false }
      state.request = request
      return true
    }
  }

  func carry(by carry: @escaping Carry) { state.withLock { $0.carry = carry } }

  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    begin()
    let (count, waiting) = try state.withLock { state -> (Int, UnsafeContinuation<Void, Never>?) in
      if state.isClosed { throw TransferError(.body, "the sequence was already read by another request") }
      let count = state.read(into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(state.readable(of: length))))
      if count > 0 || room.isEmpty { return (count, state.count < SequenceStream.most ? state.waiting.take() : nil) }
      guard let end = state.end else { throw NothingYet() }
      _ = try end.get()
      return (0, nil)
    }
    waiting?.resume()
    return count
  }

  func trailers() throws -> HeaderFields { try state.withLock { try $0.end?.get() } ?? HeaderFields() }

  func whenReady(_ resume: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if state.readable(of: length) > 0 || state.end != nil || state.isClosed { return true }
      state.resume = resume
      return false
    }
    if isReady { resume() }
  }

  /// Called when a request no longer reads the stream. If the request has read nothing, for example because there was
  /// no connection, another request can read the stream.
  func close(for request: ObjectIdentifier) {
    let hasBegun = state.withLock { state in
      guard state.request == request else { return false }
      state.request = nil
      state.isClosed = state.hasBegun
      return state.hasBegun
    }
    if hasBegun { close() }
  }

  func close() {
    let (task, waiting) = state.withLock { state in
      state.isClosed = true
      state.drop()
      state.resume = nil
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.resume()
  }

  /// Starts the task at the first read.
  private func begin() {
    let (isFirst, carry) = state.withLock { state in
      defer { state.hasBegun = true }
      return (!state.hasBegun && !state.isClosed, state.carry.take())
    }
    guard isFirst else { return }
    var task: _Concurrency.Task<Void, Never>?
    // This task is not detached, so it inherits the task-locals that `carry` sets.
    carry? { task = _Concurrency.Task { await self.reading(self) } }
    let begun = task ?? _Concurrency.Task.detached { await self.reading(self) }
    let isClosed = state.withLock { state in
      if !state.isClosed, state.end == nil { state.task = begun }
      return state.isClosed
    }
    if isClosed { begun.cancel() }
  }

  // MARK: Called by the task

  /// Stores a piece, and waits if too many bytes are stored. Returns false if nothing reads the stream any more.
  private func take(_ piece: Data) async -> Bool {
    let (resume, isFull) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
      if piece.isEmpty || state.isClosed { return (nil, false) }
      let (given, overflow) = state.given.addingReportingOverflow(UInt64(piece.count))
      if let length, overflow || given > length {
        state.end = .failure(TransferError(.body, "it has more bytes than its length, which is \(length)"))
        state.drop()
        return (state.resume.take(), false)
      }
      state.given = given
      state.pieces.append(piece)
      state.count += piece.count
      return (state.resume.take(), state.count >= SequenceStream.most)
    }
    resume?()
    if isFull { await withUnsafeContinuation { wait($0) } }
    return state.withLock { !$0.isClosed && $0.end == nil }
  }

  private func wait(_ task: UnsafeContinuation<Void, Never>) {
    let goesOn = state.withLock { state in
      if state.isClosed || state.count < SequenceStream.most { return true }
      state.waiting = task
      return false
    }
    if goesOn { task.resume() }
  }

  private func end(_ result: Result<HeaderFields, any Error>) {
    let resume = state.withLock { state in
      if state.end == nil { state.end = result }
      state.task = nil
      return state.resume.take()
    }
    resume?()
  }
}

extension SequenceStream.State {
  /// Returns the number of bytes that the transport may read now. If the length is known, the transport gets the last
  /// byte only after the sequence has ended without an error. Otherwise the server would accept the first bytes of a
  /// body that is too long, and a body whose sequence has failed after its last byte.
  fileprivate func readable(of length: UInt64?) -> Int {
    if case .success = end { return count }
    return given == length ? max(0, count - 1) : count
  }

  /// Removes all stored bytes.
  fileprivate mutating func drop() {
    pieces = []
    (first, position, count) = (0, 0, 0)
  }

  /// Copies stored bytes and removes them. Returns their number.
  fileprivate mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < room.count, first < pieces.count {
      let piece = pieces[first]
      let part = piece.dropFirst(position).prefix(room.count - done)
      UnsafeMutableRawBufferPointer(rebasing: room[done...]).copyBytes(from: part)
      done += part.count
      position += part.count
      if position == piece.count {
        pieces[first] = Data()
        first += 1
        position = 0
      }
    }
    // If more than half of the pieces in the array have been read, removes these pieces.
    if first > pieces.count / 2 {
      pieces.removeFirst(first)
      first = 0
    }
    count -= done
    return done
  }
}
