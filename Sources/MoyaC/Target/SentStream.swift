import CMoya
import MoyaCore
import Synchronization

/// A caller's `moya_stream`. `release_user` is called once, when the last reference to this object is released.
///
/// One thread at a time reads it, like every `ByteStream`.
final class SentStream: RepeatableStream, TrailedStream {
  /// The length in bytes. `nil` if the length is not known.
  let length: UInt64?
  let stream: moya_stream
  /// The provider whose call reads the stream. The functions of the stream run as callbacks of this provider. `nil` if
  /// the target is only copied or discarded.
  private let provider: Provider?
  /// True if the stream has returned bytes or its end since it was last started.
  private var hasBeenRead = false
  /// The caller's stream, if this object is the stream of one call of a copied target. All calls of that target read
  /// the caller's stream. `nil` if the target is not a copy.
  private let origin: SentStream?
  /// True if this is the caller's stream of a copied target, and a call has read from it since it was last started.
  private let hasBeenReadByCall = Atomic<Bool>(false)

  /// Make this object before anything else can fail, so that `release_user` is called in every case.
  init(_ pointer: UnsafePointer<moya_stream>, for provider: Provider?) throws(Failure) {
    stream = try moya_stream(copying: pointer)
    origin = OwnedUser.retain(stream.release_user, stream.user) ? OwnedUser.stream(stream.user) : nil
    length = stream.len == 0 ? nil : stream.len
    self.provider = provider
  }

  deinit {
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
    // If the caller's `read` has destroyed the provider, the provider is about to cancel the call. So nothing more is
    // read.
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    if !hasBeenRead, let origin, origin.isInUse { try startAgain() }
    let count = inCallback { stream.read?(stream.user, room.baseAddress, room.count) ?? Int64(MOYA_READ_FAILED) }
    if count != Int64(MOYA_READ_LATER) { hasBeenRead = true }
    switch count {
    case 0...Int64(room.count): return Int(count)
    case Int64(MOYA_READ_LATER): throw NothingYet()
    default: throw StreamFault(reason: "its read function returned \(count), and there was room for \(room.count)")
    }
  }

  var hasTrailers: Bool { stream.trailers != nil }

  func trailers() throws -> HeaderFields {
    // Nothing more is asked of a caller that has destroyed the provider; see `read`.
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    var given = moya_trailers()
    given.size = UInt32(MemoryLayout<moya_trailers>.size)
    let answer = inCallback { stream.trailers?(stream.user, &given) ?? 1 }
    if provider?.isBeingDestroyed == true { throw NothingYet() }
    if answer != 0 { throw StreamFault(reason: "the trailers function returned \(answer)") }
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
    let answer = inCallback { rewind(stream.user) }
    if answer != 0 { throw StreamFault(reason: "its rewind function returned \(answer)") }
    hasBeenRead = false
  }

  // The functions below are for the caller's stream of a copied target. Each call of that target has a stream object of
  // its own, whose `read` and `rewind` lead to these functions.

  func readForCopy(_ buffer: UnsafeMutableRawPointer?, _ room: Int) -> Int64 {
    let count = stream.read?(stream.user, buffer, room) ?? Int64(MOYA_READ_FAILED)
    if count != Int64(MOYA_READ_LATER) { hasBeenReadByCall.store(true, ordering: .relaxed) }
    return count
  }

  func trailersForCopy(_ given: UnsafeMutablePointer<moya_trailers>?) -> Int32 {
    stream.trailers?(stream.user, given) ?? 1
  }

  func rewindForCopy() -> Int32 {
    let answer = stream.rewind?(stream.user) ?? 1
    if answer == 0 { hasBeenReadByCall.store(false, ordering: .relaxed) }
    return answer
  }

  /// True if a call has read from the caller's stream since that stream was last started.
  private var isInUse: Bool { origin?.isInUse ?? hasBeenReadByCall.load(ordering: .relaxed) }

  private func inCallback<Result>(_ body: () -> Result) -> Result {
    provider?.inCallback(body) ?? body()
  }
}

/// The error for a wrong result of a caller's function.
private struct StreamFault: LocalizedError {
  let reason: String
  var errorDescription: String? { reason }
}
