import FoundationEssentials
import MoyaHTTP

/// Where a response's body goes: to memory within a limit, to a file or to the observer, decoded on its way.
struct ResponseSink: ~Copyable {
  private enum Place {
    case nowhere
    case memory(BodyBuffer)
    case file(any BodyFile)
    case observer(any TransferObserver)
  }

  private static let empty = BodyBuffer()
  /// An announced length is only a claim: this much is reserved on its word.
  private static let largestReserve = 16 << 20

  private let limit: Int
  private var path: String?
  private var place = Place.nowhere
  private var decoder: ContentDecoder?
  private var announced: Int64 = -1
  private(set) var keeps = true
  private var kept = 0
  /// Bytes as they came over the wire.
  private(set) var received: Int64 = 0
  /// The observer wants no more for now.
  var isPaused = false { didSet { decoder?.isPaused = isPaused } }

  @inline(__always)
  init(_ options: borrowing TransferOptions) {
    limit = options.maximumBodySize
    path = options.downloadPath
  }

  /// A header section is complete. It may be one of several: a challenge's answer is replaced by the next.
  /// `announced`: −1 when unknown. `keeps`: false for a body that is not given to the observer, such as a redirect's.
  /// `file`: where it goes, as it comes, instead of a file of its own.
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

  /// The body goes to this observer, unless a file that was begun before goes on with it.
  mutating func give(to observer: any TransferObserver) {
    if keeps, case .nowhere = place { place = .observer(observer) }
  }

  /// The body goes into memory, unless a file that was begun before goes on with it.
  mutating func keepInMemory() { if case .nowhere = place { path = nil } }

  /// Throws `.tooLarge` when the announced length says already that memory will not do.
  func checkLength(of transfer: Transfer) throws(TransferError) {
    guard keeps, path == nil, decoder == nil, announced > Int64(limit), case .nowhere = place else { return }
    throw tooLarge(transfer)
  }

  /// The body goes to the observer.
  var isObserved: Bool { if case .observer = place { true } else { false } }

  /// Bytes that arrived are not decoded yet; `resume` decodes them.
  var isBehind: Bool { decoder?.isBehind ?? false }

  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, _ share: inout Share, of transfer: Transfer
  ) -> TransferError? {
    received += Int64(bytes.count)
    guard keeps else { return received > Int64(limit) ? tooLarge(transfer) : nil }
    if case .nowhere = place {
      do throws(TransferError) { try open() } catch { return error }
    }
    guard let decoder else { return store(bytes, of: transfer) }
    return decoder.decode(bytes, &share, transfer.peer) { store($0, of: transfer) }
  }

  mutating func resume(_ share: inout Share, of transfer: Transfer) -> TransferError? {
    decoder?.resume(&share, transfer.peer) { store($0, of: transfer) }
  }

  /// The whole body, or where it was written. Throws `.decode` when its coding has not ended.
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

  /// What arrived so far, when it was kept in memory.
  var partial: TransferResponse.Content? {
    if case .memory(let buffer) = place { .buffer(buffer) } else { nil }
  }

  /// Drops what arrived: the memory is freed, and a file is left or removed as its `abandon` says.
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
      // Before `kept` changes: otherwise the compiler takes a reference to the buffer.
      let isKept = buffer.append(bytes)
      kept += bytes.count
      return isKept ? nil : TransferError(.memory, "no memory for the body of \(transfer.peer)")
    }
  }

  private func tooLarge(_ transfer: Transfer) -> TransferError {
    TransferError(.tooLarge, "the body of \(transfer.peer) is larger than the limit of \(limit) bytes (max_body_size)")
  }
}
