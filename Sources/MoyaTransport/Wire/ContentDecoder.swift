import CBrotli
import CZlib
import MoyaHTTP

/// Removes content codings from a body as it arrives (RFC 9110 §8.4). This is a state machine without I/O.
///
/// libcurl's own decoding accepts a truncated body as complete, and fails on a second gzip member. Each client that we
/// tested gets one of these two wrong.
package final class ContentDecoder {
  package typealias Store = (UnsafeRawBufferPointer) -> TransferError?

  /// The codings that a request accepts, and what happens to a body in another coding.
  package enum Accepted: Equatable {
    /// The codings that this class knows. Any other coding is an error.
    case known
    /// The codings that this class knows. A body in any other coding is passed on undecoded.
    case knownOrRaw
    /// The codings in the caller's own Accept-Encoding that this class knows. A body in any other coding is passed on
    /// undecoded.
    case named(String)
    /// The codings that this class knows. Names that stand for no coding are skipped. A body in any other coding is
    /// passed on undecoded.
    case any
  }

  /// The stages in the order of decoding: the coding that was applied last comes first.
  private let stages: [any DecoderStage]
  /// For each stage except the first, the piece that the previous stage has made.
  private let between: [DecodedPiece]
  /// Coded bytes that arrived when a time share was used up (`Share`), so they were not decoded yet.
  private var backlog: [UInt8] = []
  /// True if received bytes are not decoded yet; `resume` decodes them.
  package private(set) var isBehind = false
  /// True if nothing more may be decoded for now, even if the time share is not used up.
  package var isPaused = false
  /// Why the codings cannot be decoded; `nil` if they can. If this is set, the body is passed on undecoded, and
  /// `finish` fails with this reason.
  private let refusal: String?
  private var hasInput = false

  /// The limit for the number of codings. A body with more codings is an attack.
  private static let mostCodings = 4

  /// Returns `nil` if there is nothing to decode.
  package init?(contentEncoding: String, accepted: Accepted) {
    let codings = ContentDecoder.tokens(contentEncoding).filter { coding in
      coding != "identity" && !(accepted == .any && ContentDecoder.mistaken.contains(coding))
    }
    if codings.isEmpty { return nil }
    if case .named(let list) = accepted {
      let named = ContentDecoder.tokens(list)
      guard codings.allSatisfy({ named.contains($0) || named.contains("*") }) else { return nil }
    }
    let stages = codings.reversed().compactMap(ContentDecoder.stage)
    if stages.count < codings.count {
      guard accepted == .known else { return nil }
      let name = codings.first { ContentDecoder.stage($0) == nil } ?? ""
      let reason = "has a content coding that is not known: \(RequestRules.printable(name))"
      (self.stages, refusal) = ([], "\(reason) (any_coding takes it as it is)")
    } else if codings.count > ContentDecoder.mostCodings {
      (self.stages, refusal) = ([], "has more than \(ContentDecoder.mostCodings) content codings")
    } else {
      (self.stages, refusal) = (stages, nil)
    }
    between = self.stages.dropFirst().map { _ in DecodedPiece() }
  }

  /// The names that servers write if there is no coding, or if they mean a charset.
  private static let mistaken: Set = ["none", "utf-8", "utf8", "binary", "null"]

  private static func stage(_ coding: String) -> (any DecoderStage)? {
    switch coding {
    case "gzip": InflateStage(.gzip)
    case "deflate": InflateStage(.deflate)
    case "br": BrotliStage()
    default: nil
    }
  }

  /// Decodes the received bytes and passes the result on, piece by piece, until `share` is used up. Without this limit,
  /// a few bytes could expand to gigabytes. Stops at an error and returns it.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, _ share: inout Share, _ peer: String, _ store: Store
  ) -> TransferError? {
    if !bytes.isEmpty { hasInput = true }
    if stages.isEmpty { return store(bytes) }
    if isBehind {
      backlog += bytes
      return nil
    }
    return run(bytes, &share, peer, store)
  }

  /// Continues with the rest of the received bytes, in the same way as `decode`.
  package func resume(_ share: inout Share, _ peer: String, _ store: Store) -> TransferError? {
    guard isBehind else { return nil }
    return exchange(&backlog, with: []).withUnsafeBytes { run($0, &share, peer, store) }
  }

  /// Ends the body. Returns an error if the encoded body is cut off or cannot be decoded.
  package func finish(_ peer: String) -> TransferError? {
    if let refusal, hasInput { return TransferError(.decode, "the body of \(peer) \(refusal)") }
    return stages.allSatisfy(\.isComplete)
      ? nil : TransferError(.decode, "the body of \(peer) is cut off: its content coding has not ended")
  }

  private func run(
    _ bytes: UnsafeRawBufferPointer, _ share: inout Share, _ peer: String, _ store: Store
  ) -> TransferError? {
    var rest = bytes
    defer { if isBehind { backlog += rest } }
    return withUnsafeTemporaryAllocation(byteCount: DecodedPiece.size, alignment: 16) { room in
      while true {
        guard let made = pull(stages.count - 1, &rest, &share, into: room) else {
          return TransferError(.decode, "the body of \(peer) is damaged: its content coding cannot be read")
        }
        if made > 0, let error = store(UnsafeRawBufferPointer(rebasing: room[..<made])) { return error }
        isBehind = share.isSpent || isPaused
        if isBehind || made == 0 { return nil }
        share.spend(made)
      }
    }
  }

  /// Runs a stage on the bytes that the previous stages make. Returns the number of bytes that the stage has made. 0
  /// means that no input is left or the time share is used up; `nil` means that the input is damaged.
  private func pull(
    _ stage: Int, _ rest: inout UnsafeRawBufferPointer, _ share: inout Share, into room: UnsafeMutableRawBufferPointer
  ) -> Int? {
    if stage == 0 { return stages[0].decode(&rest, into: room) }
    let input = between[stage - 1]
    while true {
      guard let made = stages[stage].decode(&input.rest, into: room) else { return nil }
      if made > 0 || share.isSpent { return made }
      guard let more = pull(stage - 1, &rest, &share, into: input.room) else { return nil }
      if more == 0 { return 0 }
      share.spend(more)
      input.rest = UnsafeRawBufferPointer(rebasing: input.room[..<more])
    }
  }

  /// Returns the members of a list in lower case, without weights. Omits empty members and members of weight 0, and
  /// replaces gzip's old name with the new name.
  private static func tokens(_ list: String) -> [String] {
    list.split(separator: ",").compactMap { member in
      let parts = member.split(separator: ";")
      let weight = parts.dropFirst().first?.filter { $0 != " " } ?? ""
      if weight.hasPrefix("q=0"), !weight.contains(where: { ("1"..."9").contains($0) }) { return nil }
      let name = (parts.first ?? "").filter { $0 != " " && $0 != "\t" }.lowercased()
      return name.isEmpty ? nil : name == "x-gzip" ? "gzip" : name
    }
  }
}

/// Decodes one coding.
protocol DecoderStage: AnyObject {
  /// Decodes from the front of `input` and removes the bytes that were used, until `room` is full or the input is used
  /// up. Returns the number of bytes that were made. 0 means that more input is needed; `nil` means that the input is
  /// damaged.
  func decode(_ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int?
  /// True if the encoded data is complete, or if nothing was received at all.
  var isComplete: Bool { get }
}

/// The buffer between one stage and the next.
private final class DecodedPiece {
  static let size = 32 * 1024

  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
  /// The part of this piece that the next stage has not read yet.
  var rest = UnsafeRawBufferPointer(start: nil, count: 0)

  deinit { room.deallocate() }
}

// MARK: - InflateStage

/// Decodes gzip (RFC 1952, any number of members) and deflate (RFC 1950). Also accepts RFC 1951 without the zlib
/// wrapper, because some servers send it.
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
  /// True if zlib has filled the last buffer. zlib may then have more output, from input that it has already taken.
  private var hasOutput = false
  /// The first byte of a deflate body, held back until the second byte arrives. Only the two bytes together show
  /// whether the body has the zlib wrapper.
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

  /// Opens zlib's stream, and returns what `decode` returns. For gzip, decodes nothing. For deflate, waits until two
  /// bytes of the body have arrived, which show whether the body has the zlib wrapper. Then decodes the first byte,
  /// which was held back.
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
    // If there are input and room but no progress, this is a bug in zlib.
    let isStuck = used == 0 && made == 0 && !input.isEmpty
    return (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR) && !isStuck ? made : nil
  }

  /// Handles what follows a gzip member: another member, or zero bytes as padding. Returns true if there is another
  /// member to read.
  private func startsNextMember(_ rest: inout UnsafeRawBufferPointer) -> Bool {
    guard form == .gzip else { return false }
    while let first = rest.first, first == 0 { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst()) }
    guard !rest.isEmpty, rest[0] == 0x1F, inflateReset(&stream) == Z_OK else { return false }
    hasEnded = false
    return true
  }
}

// MARK: - BrotliStage

/// Decodes Brotli (RFC 7932).
final class BrotliStage: DecoderStage {
  private let state = BrotliDecoderCreateInstance(nil, nil, nil)
  private var hasEnded = false
  private var hasInput = false
  /// True if the decoder has filled the last buffer. It may then have more output, from input that it has already
  /// taken.
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
