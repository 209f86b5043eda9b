import Glibc
import MoyaCore
import Synchronization

/// The copies and texts that were made from a response for C callers.
///
/// The object is made when a caller first asks for more than the status and the body. Exception: if no zero byte
/// follows the body, the body must be copied. Then this object is made together with the response.
///
/// There is no lock, because a forked child might find the lock held. Two threads may ask for the same thing at the
/// same time. Then each may make it, and only one of the two results is stored.
final class ResponseParts: Sendable {
  /// The body, followed by a zero byte.
  let body: BodyBuffer
  let texts = ResponseTexts()
  let json = WriteOnce<PerProcess<BodyJSON>>()
  let fields = WriteOnce<FieldTable>()
  let trailers = WriteOnce<FieldTable>()

  init(_ body: BodyBuffer) { self.body = body }
}

extension ResponseParts {
  /// Uses the types of a response's parts once, before there is a response.
  ///
  /// Swift makes these types when they are first used, and holds an internal lock while it makes them. A child that was
  /// forked at that moment would find the lock held for ever.
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

/// The texts that were given to C callers. The texts live as long as the object that owns this list.
///
/// If a caller asks for a text again, it gets the same text. If two threads ask at the same time, they may get two
/// copies, and both copies stay valid.
///
/// The list only grows at its front, so it needs no lock. The list is a struct, because its owner (`ResponseParts`) is
/// already an object that threads can share.
struct ResponseTexts: ~Copyable, Sendable {
  /// The part of the response that a text contains.
  enum Asked: Equatable {
    case url
    case reason
    case file
    case remoteAddress
    case redirect(Int)
    /// The joined values of all fields with this name. The name is given as bytes, with ASCII letters in lower case.
    case header([UInt8])
  }

  private final class Entry {
    let asked: Asked
    let text: BodyBuffer
    /// The address of the next entry. 0 if there is no next entry. It is set before the entry is shared.
    var next: UInt = 0

    init(_ asked: Asked, _ text: BodyBuffer) {
      self.asked = asked
      self.text = text
    }
  }

  /// The address of the first entry. The list holds a reference to each entry.
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
