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
  /// The last room was filled: there may be more of the input that was used.
  private var hasOutput = false
  /// The first byte of a deflate body, which alone does not tell the two forms apart.
  private var held: UInt8?

  init(_ form: Form) { self.form = form }

  deinit { if isOpen { inflateEnd(&stream) } }

  var isComplete: Bool { hasEnded || !hasInput }

  func decode(_ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int? {
    if !input.isEmpty { hasInput = true }
    var made = 0
    if !isOpen {
      guard let count = open(&input, room) else { return nil }
      made = count
    }
    while isOpen, made < room.count {
      if hasEnded, !startsNextMember(&input) { return made > 0 || input.isEmpty ? made : nil }
      if input.isEmpty, !hasOutput { break }
      guard let count = inflate(&input, UnsafeMutableRawBufferPointer(rebasing: room[made...])) else { return nil }
      made += count
    }
    return made
  }

  /// Opens as soon as the form is known. What it makes of bytes that were held back, as `decode`.
  private func open(_ input: inout UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) -> Int? {
    if form == .gzip { return input.isEmpty || open(windowBits: 31) ? 0 : nil }
    if held == nil, let first = input.first {
      held = first
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    }
    guard let first = held, let second = input.first else { return 0 }
    let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
    guard open(windowBits: isWrapped ? 15 : -15) else { return nil }
    return withUnsafeBytes(of: first) {
      var rest = $0
      return inflate(&rest, room)
    }
  }

  private func open(windowBits: Int32) -> Bool {
    isOpen = moya_zlib_inflate_init(&stream, windowBits) == Z_OK
    return isOpen
  }

  private func inflate(_ input: inout UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) -> Int? {
    stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    stream.next_out = room.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(clamping: room.count)
    let offered = Int(stream.avail_in)
    let result = CZlib.inflate(&stream, Z_NO_FLUSH)
    let used = offered - Int(stream.avail_in)
    let made = room.count - Int(stream.avail_out)
    hasEnded = result == Z_STREAM_END
    hasOutput = stream.avail_out == 0 && !hasEnded
    input = UnsafeRawBufferPointer(rebasing: input.dropFirst(used))
    // No progress, though there is input and room, would be a fault of zlib's.
    let isStuck = used == 0 && made == 0 && !input.isEmpty
    return (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR) && !isStuck ? made : nil
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
