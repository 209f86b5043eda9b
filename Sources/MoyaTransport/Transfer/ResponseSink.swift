import FoundationEssentials
import MoyaHTTP

/// Where a response's body goes: to memory within a limit, to a file, or to the transfer's observer. The body is
/// decoded on its way.
struct ResponseSink: ~Copyable {
  private enum Place {
    case nowhere
    case memory(BodyBuffer)
    case file(any BodyFile)
    case observer(any TransferObserver)
  }

  private static let empty = BodyBuffer()
  /// Maximum number of bytes that are reserved for an announced length, because a server can announce any length.
  private static let largestReserve = 16 << 20

  private let limit: Int
  private var path: String?
  private var place = Place.nowhere
  private var decoder: ContentDecoder?
  private var announced: Int64 = -1
  private(set) var keeps = true
  private var kept = 0
  /// The number of bytes received, before decoding.
  private(set) var received: Int64 = 0
  /// True if the observer wants no more data for now.
  var isPaused = false { didSet { decoder?.isPaused = isPaused } }

  @inline(__always)
  init(_ options: borrowing TransferOptions) {
    limit = options.maximumBodySize
    path = options.downloadPath
  }

  /// Begins the body after a header section. A transfer may have several bodies: if a response is an authentication
  /// challenge (401 or 407), the next response replaces it.
  ///
  /// - `announced` is −1 if the length is unknown.
  /// - `keeps` is false for a body that is not given to the observer, for example a redirect's.
  /// - `file`, if not `nil`, receives the body instead of a new file.
  mutating func begin(announced: Int64, decoder: ContentDecoder?, keeps: Bool, file: (any BodyFile)?) {
    discard()
    received = 0
    kept = 0
    self.announced = announced
    self.keeps = keeps
    if let file {
      place = .file(file)
      return
    }
    self.decoder = decoder
  }

  /// Sends the body to this observer, unless `begin` was given a file for it.
  mutating func give(to observer: any TransferObserver) {
    if keeps, case .nowhere = place { place = .observer(observer) }
  }

  /// Stores the body in memory, unless `begin` was given a file for it.
  mutating func keepInMemory() { if case .nowhere = place { path = nil } }

  /// Checks the announced length of a body that goes to memory. Throws `.tooLarge` if it exceeds the limit.
  func checkLength(of transfer: Transfer) throws(TransferError) {
    guard keeps, path == nil, decoder == nil, announced > Int64(limit), case .nowhere = place else { return }
    throw tooLarge(transfer)
  }

  /// True if the body goes to the observer.
  var isObserved: Bool { if case .observer = place { true } else { false } }

  /// True if some received bytes are not decoded yet. `resume` decodes them.
  var isBehind: Bool { decoder?.isBehind ?? false }

  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, _ share: inout Share, of transfer: Transfer
  ) -> TransferError? {
    received += Int64(bytes.count)
    // The transfer drops the rest of such a body soon (`Transfer.mostRest`), so the limit does not apply.
    if !keeps { return nil }
    if case .nowhere = place {
      do throws(TransferError) { try open() } catch { return error }
    }
    guard let decoder else { return store(bytes, of: transfer) }
    return decoder.decode(bytes, &share, transfer.peer) { store($0, of: transfer) }
  }

  mutating func resume(_ share: inout Share, of transfer: Transfer) -> TransferError? {
    decoder?.resume(&share, transfer.peer) { store($0, of: transfer) }
  }

  /// Returns the whole body, or the file to which it was written. Throws `.decode` if an encoded body is cut off or
  /// cannot be decoded.
  mutating func finish(
    of transfer: Transfer
  ) throws(TransferError) -> (content: TransferResponse.Content, path: String?) {
    if let error = decoder?.finish(transfer.peer) { throw error }
    if path != nil, case .nowhere = place { try open() }
    switch exchange(&place, with: .nowhere) {
    case .nowhere, .observer: return (.buffer(ResponseSink.empty), nil)
    case .memory(let buffer): return (.buffer(buffer), nil)
    case .file(let file): return (.buffer(ResponseSink.empty), try file.finish())
    }
  }

  /// The part of the body that has arrived, if it is stored in memory. Otherwise `nil`.
  var partial: TransferResponse.Content? {
    if case .memory(let buffer) = place { .buffer(buffer) } else { nil }
  }

  /// Discards what has arrived. The memory is freed; the file's `abandon` decides whether the file is removed.
  mutating func discard() {
    if case .file(let file) = place { file.abandon() }
    place = .nowhere
    decoder = nil
  }

  private mutating func open() throws(TransferError) {
    if let path { return place = .file(try DownloadFile(path)) }
    let expected = announced < 0 ? 4096 : decoder == nil ? announced : announced &* 4
    place = .memory(BodyBuffer(capacity: Int(min(max(expected, 0), Int64(ResponseSink.largestReserve)))))
  }

  private mutating func store(_ bytes: UnsafeRawBufferPointer, of transfer: Transfer) -> TransferError? {
    switch place {
    case .nowhere: return nil
    case .file(let file): return file.write(bytes)
    case .observer(let observer):
      if case .pause = observer.transferDidReceiveBody(bytes) { isPaused = true }
      return nil
    case .memory(let buffer):
      guard bytes.count <= limit - kept else { return tooLarge(transfer) }
      // If `kept` changed before this call, the compiler would retain the buffer.
      let isKept = buffer.append(bytes)
      kept += bytes.count
      return isKept ? nil : TransferError(.memory, "no memory for the body of \(transfer.peer)")
    }
  }

  private func tooLarge(_ transfer: Transfer) -> TransferError {
    TransferError(.tooLarge, "the body of \(transfer.peer) is larger than the limit of \(limit) bytes (max_body_size)")
  }
}
