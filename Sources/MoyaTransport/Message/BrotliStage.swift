import CBrotli

/// RFC 7932.
final class BrotliStage: DecoderStage {
  private let state = BrotliDecoderCreateInstance(nil, nil, nil)
  private var hasEnded = false
  private var hasInput = false

  private static let pieceSize = 32 * 1024

  deinit { BrotliDecoderDestroyInstance(state) }

  var isComplete: Bool { hasEnded || !hasInput }

  func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    if bytes.isEmpty { return true }
    hasInput = true
    guard state != nil, !hasEnded else { return false }
    return withUnsafeTemporaryAllocation(byteCount: BrotliStage.pieceSize, alignment: 16) { piece in
      var next = bytes.bindMemory(to: UInt8.self).baseAddress
      var left = bytes.count
      while true {
        var out = piece.bindMemory(to: UInt8.self).baseAddress
        var room = piece.count
        let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &out, nil)
        let made = piece.count - room
        if made > 0, !emit(UnsafeRawBufferPointer(rebasing: piece[..<made])) { return true }
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS:
          hasEnded = true
          return left == 0
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return true
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
        default: return false
        }
      }
    }
  }
}
