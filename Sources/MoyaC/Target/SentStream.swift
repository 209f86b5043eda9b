import CMoya
import MoyaCore
import Synchronization

/// A caller's `moya_stream`. When the last reference is gone its `release` is called, once.
///
/// Unchecked: read by one thread at a time, as every `ByteStream`; the context is the caller's.
final class SentStream: RepeatableStream, @unchecked Sendable {
  /// `nil`: not known.
  let length: UInt64?
  let stream: moya_stream
  /// Whose callbacks these functions are. `nil`: no call is made.
  private let provider: Provider?
  /// It has given something since its start, or its end.
  private var hasBeenRead = false
  /// Of a copied target: the stream that the target was copied with, which all calls of the copy read.
  private let origin: SentStream?
  /// The same of an origin.
  private let hasBeenReadByCall = Atomic<Bool>(false)

  /// To be made before anything else can fail, so that `release` is called whatever follows.
  init(_ pointer: UnsafePointer<moya_stream>, for provider: Unmanaged<Provider>?) throws(Failure) {
    stream = try moya_stream(copying: pointer)
    origin = OwnedUser.retain(stream.release_user, stream.user) ? OwnedUser.stream(stream.user) : nil
    length = stream.len == 0 ? nil : stream.len
    self.provider = provider?.takeUnretainedValue()
  }

  deinit {
    guard let release = stream.release_user else { return }
    if let provider { provider.inCallback { release(stream.user) } } else { Frame.run(nil) { release(stream.user) } }
  }

  func check() throws(Failure) {
    if stream.reserved != 0 { throw Failure(MOYA_ERROR_ARGUMENT, "moya_stream.reserved is not 0") }
    if stream.read == nil { throw .null("moya_stream.read") }
    if stream.len > UInt64(Int64.max) {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_stream.len is \(stream.len), more than \(Int64.max)")
    }
  }

  var isRepeatable: Bool { stream.rewind != nil }

  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    // The destroy, which a read has asked for, cancels the call soon.
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

  // Of a stream whose target was copied: the call's own stream runs these, as its caller's functions.

  func readForCopy(_ buffer: UnsafeMutableRawPointer?, _ room: Int) -> Int64 {
    let count = stream.read?(stream.user, buffer, room) ?? Int64(MOYA_READ_FAILED)
    if count != Int64(MOYA_READ_LATER) { hasBeenReadByCall.store(true, ordering: .relaxed) }
    return count
  }

  func rewindForCopy() -> Int32 {
    let answer = stream.rewind?(stream.user) ?? 1
    if answer == 0 { hasBeenReadByCall.store(false, ordering: .relaxed) }
    return answer
  }

  /// A call has read some of it since its start.
  private var isInUse: Bool { origin?.isInUse ?? hasBeenReadByCall.load(ordering: .relaxed) }

  private func inCallback<Result>(_ body: () -> Result) -> Result {
    provider?.inCallback(body) ?? body()
  }
}

/// What a caller's function did that it must not.
private struct StreamFault: LocalizedError {
  let reason: String
  var errorDescription: String? { reason }
}
