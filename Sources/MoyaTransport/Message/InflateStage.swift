import CZlib

/// gzip (RFC 1952, any number of members) and deflate (RFC 1950; RFC 1951 without the zlib wrapper, as some servers
/// send).
final class InflateStage: DecoderStage {
  enum Form {
    case gzip
    case deflate
  }

  private let form: Form
  private var stream = z_stream()
  private var isOpen = false
  private var hasEnded = false
  private var hasInput = false
  /// The first byte of a deflate body, which alone does not tell the two forms apart.
  private var held: UInt8?

  private static let pieceSize = 32 * 1024

  init(_ form: Form) { self.form = form }

  deinit { if isOpen { inflateEnd(&stream) } }

  var isComplete: Bool { hasEnded || !hasInput }

  func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    if bytes.isEmpty { return true }
    hasInput = true
    if isOpen { return inflate(bytes, emit) }
    if form == .gzip { return open(windowBits: 31) && inflate(bytes, emit) }
    guard let first = held else {
      held = bytes[0]
      return decode(UnsafeRawBufferPointer(rebasing: bytes[1...]), emit)
    }
    let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(bytes[0])) % 31 == 0
    return open(windowBits: isWrapped ? 15 : -15)
      && withUnsafeBytes(of: first) { inflate($0, emit) } && inflate(bytes, emit)
  }

  private func open(windowBits: Int32) -> Bool {
    isOpen = moya_zlib_inflate_init(&stream, windowBits) == Z_OK
    return isOpen
  }

  private func inflate(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: InflateStage.pieceSize, alignment: 16) { piece in
      var rest = bytes
      while !rest.isEmpty {
        if hasEnded {
          guard startsNextMember(&rest) else { return rest.isEmpty }
        }
        stream.next_in = UnsafeMutablePointer(mutating: rest.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: rest.count)
        let offered = Int(stream.avail_in)
        repeat {
          stream.next_out = piece.bindMemory(to: UInt8.self).baseAddress
          stream.avail_out = UInt32(piece.count)
          let result = CZlib.inflate(&stream, Z_NO_FLUSH)
          guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else { return false }
          let made = piece.count - Int(stream.avail_out)
          if made > 0, !emit(UnsafeRawBufferPointer(rebasing: piece[..<made])) { return true }
          if result == Z_STREAM_END {
            hasEnded = true
            break
          }
        } while stream.avail_out == 0
        rest = UnsafeRawBufferPointer(rebasing: rest[(offered - Int(stream.avail_in))...])
      }
      return true
    }
  }

  /// After a gzip member: another one, or zero bytes that pad. True when there is a member to read.
  private func startsNextMember(_ rest: inout UnsafeRawBufferPointer) -> Bool {
    guard form == .gzip else { return false }
    while let first = rest.first, first == 0 { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst()) }
    guard !rest.isEmpty, rest[0] == 0x1F, inflateReset(&stream) == Z_OK else { return false }
    hasEnded = false
    return true
  }
}
