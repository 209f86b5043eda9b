import Glibc
import MoyaCore
import Synchronization

/// What was made of a response for callers of C, when they first asked for more than its status and its body, or at once
/// where the body must be copied so that it ends with a zero. It has no lock, which a forked child might find held: two
/// threads that ask at the same moment may each make a thing, of which one is kept.
final class ResponseParts: Sendable {
  /// The body, which ends with a zero.
  let body: BodyBuffer
  let texts = ResponseTexts()
  let json = AtomicLazyReference<PerProcess<BodyJSON>>()
  let fields = AtomicLazyReference<FieldTable>()
  let trailers = AtomicLazyReference<FieldTable>()

  init(_ body: BodyBuffer) { self.body = body }
}

extension ResponseParts {
  /// Swift makes the types behind a response's parts when they are first used, under a lock of its own, which a child
  /// that was forked meanwhile would find held for ever. So they are used once, before there is a response to ask.
  static let typesAreMade: Void = {
    let block = HeaderBlock()
    for _ in 0..<2 { "a".withCString { name in _ = block.appendField(bytes(name), bytes(name)) } }
    let head = HTTPURLResponse(urlText: "http://host/", statusCode: 200, block: block)
    guard let body = BodyBuffer("{\"a\":1}") else { return }
    let content = TransferResponse.Content.buffer(body)
    guard let response = try? CResponse(Response(statusCode: 200, content: content, request: nil, response: head))
    else {
      return
    }
    _ = (response.url, response.trailers, "a".withCString { response.header($0) })
    _ = "a".withCString { (try? response.int64(at: $0), try? response.raw(at: $0), try? response.string(at: $0)) }
  }()

  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text, count: strlen(text))
  }
}

// MARK: - ResponseTexts

/// Texts that were handed out, and live as long as their owner. Asking for the same again gives the same text; two
/// threads that ask at the same moment may each get one, and both stay valid.
///
/// A list that only grows, in front, and so needs no lock. A struct, since its owner (`ResponseParts`) is an object already.
struct ResponseTexts: ~Copyable, Sendable {
  /// What a text was handed out for.
  enum Asked: Equatable {
    case url
    case file
    case remoteAddress
    case redirect(Int)
    /// The values of several fields of this name, joined: its bytes, in lower case where they are of ASCII.
    case header([UInt8])
  }

  /// Unchecked: `next` is set before the entry is shared.
  private final class Entry: @unchecked Sendable {
    let asked: Asked
    let text: BodyBuffer
    /// The address of the entry behind it; 0: there is none.
    var next: UInt = 0

    init(_ asked: Asked, _ text: BodyBuffer) {
      self.asked = asked
      self.text = text
    }
  }

  /// The address of the first entry, each of which is held by the list.
  private let first = Atomic<UInt>(0)

  func find(_ asked: Asked) -> BodyBuffer? {
    var address = first.load(ordering: .acquiring)
    while let entry = ResponseTexts.entry(address) {
      if let text = entry._withUnsafeGuaranteedRef({ $0.asked == asked ? $0.text : nil }) { return text }
      address = entry._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  func add(_ text: BodyBuffer, as asked: Asked) {
    let entry = Entry(asked, text)
    let address = UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque())
    var (isDone, known) = (false, first.load(ordering: .relaxed))
    while !isDone {
      entry.next = known
      (isDone, known) = first.weakCompareExchange(expected: known, desired: address, ordering: .releasing)
    }
  }

  deinit {
    var address = first.load(ordering: .acquiring)
    while let entry = ResponseTexts.entry(address) {
      address = entry._withUnsafeGuaranteedRef { $0.next }
      entry.release()
    }
  }

  private static func entry(_ address: UInt) -> Unmanaged<Entry>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
