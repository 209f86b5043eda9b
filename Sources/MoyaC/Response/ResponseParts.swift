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
