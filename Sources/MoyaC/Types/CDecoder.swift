import CMoya
import CSimdjson

/// A `moya_decoder`: reads values from a text that comes in pieces. Used by one thread at a time.
final class CDecoder: Handle {
  private let feed: OpaquePointer
  /// The caller's `user`, kept as long as this.
  private let context: CallerContext

  /// Bytes of one value at most, unless the caller says otherwise: a text of a stranger's may never end.
  private static let mostBytes: UInt64 = 16 << 20

  init(_ pointer: UnsafePointer<moya_decoder_options>?) throws(Failure) {
    let options = try moya_decoder_options(copying: pointer)
    // First, so that it is released whatever fails.
    context = CallerContext(options.user, release: options.release_user)
    guard let type = options.type else { throw .null("moya_decoder_options.type") }
    guard let value = options.value else { throw .null("moya_decoder_options.value") }
    guard MOYA_DECODER_LINES...MOYA_DECODER_ARRAY ~= Int(options.input) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_decoder_options.input is none of MOYA_DECODER_…: \(options.input)")
    }
    let most = options.max_value == 0 ? CDecoder.mostBytes : options.max_value
    var made: OpaquePointer?
    try TypeFault.checked { fault in
      var status = moya_status(MOYA_OK)
      made = moya_types_feed_create(
        type, Int(options.input) == MOYA_DECODER_ARRAY, Int(clamping: most), value, options.user, &status, &fault)
      return status
    }
    guard let made else { throw .memory("a decoder") }
    feed = made
  }

  deinit { moya_types_feed_destroy(feed) }

  /// The next piece; MOYA_FLOW_STOP: `finish` says why.
  func add(_ bytes: UnsafeRawPointer?, count: Int) -> moya_flow {
    guard count > 0 else { return moya_flow(MOYA_FLOW_CONTINUE) }
    guard let bytes else { return moya_flow(MOYA_FLOW_STOP) }
    var fault = moya_types_fault()
    var flow = moya_flow(MOYA_FLOW_CONTINUE)
    return moya_types_feed_add(feed, bytes, count, &flow, &fault) == moya_status(MOYA_OK)
      ? flow : moya_flow(MOYA_FLOW_STOP)
  }

  func finish() throws(Failure) {
    try TypeFault.checked { moya_types_feed_finish(feed, &$0) }
  }
}
