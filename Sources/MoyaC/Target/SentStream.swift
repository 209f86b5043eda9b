import CMoya
import MoyaCore
import Synchronization

/// A caller's `moya_stream`. `release_user` is called once, when the last reference to this object is released. One
/// thread at a time reads the object, like every `ByteStream`.
///
/// A program can copy a target and make several calls with the copy. Each of these calls then has its own `SentStream`.
/// All of them read the caller's stream, which is the `SentStream` that the copy owns (`origin`). Only one call at a
/// time may read the caller's stream.
final class SentStream: RepeatableStream, TrailedStream {
  /// The length in bytes. `nil` if the length is not known.
  let length: UInt64?
  let stream: moya_stream
  /// The provider whose call reads the stream. The functions of the stream run as callbacks of this provider. `nil` if
  /// the target is only copied or discarded.
  private let provider: Provider?
  /// True if this object's call has read bytes or the end of the stream since the stream began or was rewound.
  private var hasBeenRead = false
  /// The caller's stream if this object belongs to a call with a copied target. Otherwise `nil`.
  private let origin: SentStream?
  /// Used only in the caller's stream of a copied target. The address of the `SentStream` whose call is reading this
  /// stream. 0 if no call is reading it.
  private let reader = Atomic<UInt>(0)
  /// Used only in the caller's stream of a copied target. True if a call has read from the stream since the stream
  /// began or was rewound.
  private let wasRead = Atomic<Bool>(false)
  /// The number of bytes that this object's call has read since the stream began or was rewound.
  private var count: UInt64 = 0

  /// Make this object before anything else can fail, so that `release_user` is called in every case.
  init(_ pointer: UnsafePointer<moya_stream>, for provider: Provider?) throws(Failure) {
    stream = try moya_stream(copying: pointer)
    origin = OwnedUser.retain(stream.release_user, stream.user) ? OwnedUser.stream(stream.user) : nil
    length = stream.len == 0 ? nil : stream.len
    self.provider = provider
  }

  deinit {
    leave()
    guard let release = stream.release_user else { return }
    if let provider { provider.inCallback { release(stream.user) } } else { Frame.run(nil) { release(stream.user) } }
  }

  func check() throws(Failure) {
    if stream.reserved != 0 { throw .argument("moya_stream.reserved is not 0") }
    if stream.read == nil { throw .null("moya_stream.read") }
    if stream.len > UInt64(Int64.max) { throw .argument("moya_stream.len is \(stream.len), more than \(Int64.max)") }
    if hasTrailers, stream.len > 0 {
      throw .argument("moya_stream has trailers and a len: only a body of unknown length can have trailers")
    }
  }

  var isRepeatable: Bool { stream.rewind != nil }

  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    // If the caller's `read` has destroyed the provider, the call is about to be cancelled. So `read` must not be
    // called again.
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    try enter()
    if !hasBeenRead, wasReadByCall { try startAgain() }
    let got = inCallback { stream.read?(stream.user, room.baseAddress, room.count) ?? Int64(MOYA_READ_FAILED) }
    if got != Int64(MOYA_READ_LATER) { hasBeenRead = true }
    switch got {
    case 0...Int64(room.count):
      count &+= UInt64(got)
      // After the end of the body, another call may read the stream. If the stream has trailers, the other call must
      // wait until `trailers` has run.
      if !hasTrailers, length.map({ count >= $0 }) ?? (got == 0) { leave() }
      return Int(got)
    case Int64(MOYA_READ_LATER): throw NothingYet()
    default: throw StreamFault(reason: "its read function returned \(got), and there was room for \(room.count)")
    }
  }

  var hasTrailers: Bool { stream.trailers != nil }

  func trailers() throws -> HeaderFields {
    // If the caller has destroyed the provider, the caller's functions must not be called again (see `read`).
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    var given = moya_trailers()
    given.size = UInt32(MemoryLayout<moya_trailers>.size)
    let answer = inCallback { stream.trailers?(stream.user, &given) ?? 1 }
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    if answer != 0 { throw StreamFault(reason: "the trailers function returned \(answer)") }
    // Other calls may read the caller's stream only after the trailers were copied, because the stream may then
    // overwrite them.
    defer { leave() }
    do throws(Failure) {
      given = try moya_trailers(copying: &given)
      return try HeaderFields(
        given.headers, count: given.header_count, stride: given.header_stride, excess: MOYA_ERROR_INVALID_REQUEST,
        named: "moya_trailers.headers")
    } catch {
      throw StreamFault(reason: error.message)
    }
  }

  func rewind() throws {
    if hasBeenRead, isRepeatable { try startAgain() }
  }

  private func startAgain() throws {
    guard let rewind = stream.rewind else {
      throw StreamFault(reason: "another call has read it, and it has no rewind function")
    }
    try enter()
    let answer = inCallback { rewind(stream.user) }
    if answer != 0 { throw StreamFault(reason: "its rewind function returned \(answer)") }
    hasBeenRead = false
    count = 0
  }

  // A copied target has one `SentStream` for the caller's stream. Each call with the copy has its own `SentStream`,
  // which uses the functions below as its `read`, `trailers` and `rewind`.

  func readForCopy(_ buffer: UnsafeMutableRawPointer?, _ room: Int) -> Int64 {
    let count = stream.read?(stream.user, buffer, room) ?? Int64(MOYA_READ_FAILED)
    if count != Int64(MOYA_READ_LATER) { wasRead.store(true, ordering: .relaxed) }
    return count
  }

  func trailersForCopy(_ given: UnsafeMutablePointer<moya_trailers>?) -> Int32 {
    stream.trailers?(stream.user, given) ?? 1
  }

  func rewindForCopy() -> Int32 {
    let answer = stream.rewind?(stream.user) ?? 1
    if answer == 0 { wasRead.store(false, ordering: .relaxed) }
    return answer
  }

  /// For a call with a copied target: the caller's stream. If the target is a copy of another copy, this is the stream
  /// that the first copy owns. Otherwise `nil`.
  private var shared: SentStream? { origin.map { $0.shared ?? $0 } }

  /// True if any call has read from the caller's stream since the stream began or was rewound.
  private var wasReadByCall: Bool { shared?.wasRead.load(ordering: .relaxed) ?? false }

  /// Records that this call reads the caller's stream. Throws if another call is reading it, because each of the two
  /// calls would get only a part of the bytes. Does nothing if the call's target is not a copy.
  private func enter() throws {
    guard let shared else { return }
    let (entered, reader) = shared.reader.compareExchange(expected: 0, desired: address, ordering: .acquiring)
    if !entered, reader != address { throw StreamFault(reason: "another call is reading it") }
  }

  /// Records that this call no longer reads the caller's stream, so that another call may read it. Does nothing if the
  /// call's target is not a copy.
  private func leave() {
    _ = shared?.reader.compareExchange(expected: address, desired: 0, ordering: .releasing)
  }

  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  private func inCallback<Result>(_ body: () -> Result) -> Result {
    provider?.inCallback(body) ?? body()
  }
}

/// The error for a wrong result of a caller's function.
private struct StreamFault: LocalizedError {
  let reason: String
  var errorDescription: String? { reason }
}
