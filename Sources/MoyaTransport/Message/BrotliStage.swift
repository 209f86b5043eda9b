import CBrotli

/// RFC 7932.
final class BrotliStage: DecoderStage {
  private let state = BrotliDecoderCreateInstance(nil, nil, nil)
  private var hasEnded = false
  private var hasInput = false
  /// The last room was filled: there may be more of the input that was used.
  private var hasOutput = false

  deinit { BrotliDecoderDestroyInstance(state) }

  var isComplete: Bool { hasEnded || !hasInput }

  func decode(_ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int? {
    if input.isEmpty, !hasOutput { return 0 }
    hasInput = true
    guard state != nil, !hasEnded else { return nil }
    var next = input.bindMemory(to: UInt8.self).baseAddress
    var left = input.count
    var out = room.bindMemory(to: UInt8.self).baseAddress
    var free = room.count
    let result = BrotliDecoderDecompressStream(state, &left, &next, &free, &out, nil)
    input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
    hasEnded = result == BROTLI_DECODER_RESULT_SUCCESS
    hasOutput = result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
    return result == BROTLI_DECODER_RESULT_ERROR ? nil : room.count - free
  }
}
