import CBrotli
import CZlib
import MoyaHTTP

/// Takes content codings off a body as it arrives (RFC 9110 §8.4). A state machine without I/O.
///
/// libcurl's own decoding calls a cut-off body complete and fails on a second gzip member; every client we measured
/// gets one of the two wrong.
package final class ContentDecoder {
  package typealias Store = (UnsafeRawBufferPointer) -> TransferError?

  /// Which codings a request takes, and what becomes of the others.
  package enum Accepted: Equatable {
    /// Those that are known here; an answer in another one is an error.
    case known
    /// Those that are known here; an answer in another one comes as it is.
    case knownOrRaw
    /// Those that the caller's own Accept-Encoding names, as far as they are known; an answer in another one comes as
    /// it is.
    case named(String)
    /// Those that are known here; names that stand for no coding are passed over, and an answer in another one comes as it
    /// is.
    case any
  }

  /// In the order in which they are taken off: the last one applied comes first.
  private let stages: [any DecoderStage]
  /// For each stage but the first: the piece that the stage before it has made.
  private let between: [DecodedPiece]
  /// Coded bytes that came when a share was spent.
  private var backlog: [UInt8] = []
  /// Bytes that arrived are not decoded yet; `resume` decodes them.
  package private(set) var isBehind = false
  /// Nothing more is to be decoded for now, share or no share.
  package var isPaused = false
  /// Why the codings cannot be decoded: the body is handed on as it is, and `finish` then fails with this.
  private let refusal: String?
  private var hasInput = false

  /// A body wrapped more often than this is an attack, not a page.
  private static let mostCodings = 4

  /// `nil`: there is nothing to take off.
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

  /// What servers write for no coding at all, or for a charset.
  private static let mistaken: Set = ["none", "utf-8", "utf8", "binary", "null"]

  private static func stage(_ coding: String) -> (any DecoderStage)? {
    switch coding {
    case "gzip": InflateStage(.gzip)
    case "deflate": InflateStage(.deflate)
    case "br": BrotliStage()
    default: nil
    }
  }

  /// Decodes what arrived and hands the result on, piece by piece, until `share` is spent: a few bytes can mean
  /// gigabytes. An error ends it.
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

  /// Goes on with what is left of what arrived.
  package func resume(_ share: inout Share, _ peer: String, _ store: Store) -> TransferError? {
    guard isBehind else { return nil }
    return exchange(&backlog, with: []).withUnsafeBytes { run($0, &share, peer, store) }
  }

  /// The body has ended. An error when its coding has not, or is one that cannot be taken off.
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

  /// Bytes that a stage has made of what the stages before it gave; 0: there is nothing left, or the share is spent.
  /// `nil`: its input is damaged.
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

  /// The members of a list in lower case, without weights; empty ones and those of weight 0 are left out, and the old
  /// name of gzip is the new one.
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

/// One coding.
protocol DecoderStage: AnyObject {
  /// Decodes from the front of `input`, and takes off what it has used, until `room` is full or the input used up.
  /// Returns the bytes that it has made; 0: it needs more input. `nil`: the input is damaged.
  func decode(_ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int?
  /// The coding has come to its end, or nothing was received at all.
  var isComplete: Bool { get }
}

/// Room for what one stage makes for the next.
private final class DecodedPiece {
  static let size = 32 * 1024

  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
  /// The part that the next stage has not used.
  var rest = UnsafeRawBufferPointer(start: nil, count: 0)

  deinit { room.deallocate() }
}

// MARK: - InflateStage

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

// MARK: - BrotliStage

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
