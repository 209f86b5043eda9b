import CMoya
import MoyaCore
import MoyaHTTP

/// A part of a body, as a handler gets it.
enum BodyPart {
  case bytes(UnsafeRawBufferPointer)
  case line(moya_str)
  case event(moya_event)
}

/// Cuts a body into the parts that the handlers want.
final class PartCutter {
  private let lines: LineCutter?
  private let events: EventParser?

  init(_ handlers: moya_handlers) {
    let limit = handlers.max_line == 0 ? 1 << 20 : Int(handlers.max_line)
    lines = handlers.line == nil ? nil : LineCutter(.newline, limit: limit)
    events = handlers.event == nil ? nil : EventParser(limit: limit)
  }

  /// Takes what the next part needs from the front of `rest`. The part is valid until the next call, and as long as
  /// `rest`; `nil`: all of `rest` was taken, and completes no further part.
  func next(_ rest: inout UnsafeRawBufferPointer) throws(TransferError) -> BodyPart? {
    if let lines { return try lines.next(&rest).map { .line(moya_str($0)) } }
    if let events { return try events.next(&rest).map { .event(moya_event($0)) } }
    if rest.isEmpty { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[rest.count...]) }
    return .bytes(rest)
  }

  /// What the body's end makes a part: a last line that nothing ends.
  func last() throws(TransferError) -> BodyPart? { try lines?.last().map { .line(moya_str($0)) } }
}

extension moya_str {
  /// Points to these bytes, behind which there is a zero.
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), len: bytes.count)
  }
}

extension moya_event {
  fileprivate init(_ event: EventParser.Event) {
    self.init(
      type: moya_str(event.type), data: moya_str(event.data), id: moya_str(event.id), retry_ms: event.retry ?? -1)
  }
}
