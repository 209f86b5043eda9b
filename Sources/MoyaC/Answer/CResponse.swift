import CMoya
import MoyaCore
import Synchronization

/// A `moya_response`: an answer, and the texts of it that were handed out.
final class CResponse: Handle, @unchecked Sendable {
  let response: Response
  private let buffer: BodyBuffer
  private let texts = Mutex(Texts())

  private struct Texts {
    var arena = TextArena()
    var url: moya_str?
    /// By the name that was asked for: asking again costs no memory.
    var headers: [(name: String, value: moya_str)] = []
  }

  init(_ response: Response) {
    self.response = response
    buffer = response.content.buffer
  }

  /// The decoded body.
  var body: moya_str { moya_str(buffer) }

  var url: moya_str {
    texts.withLock { texts in
      if let url = texts.url { return url }
      let url = texts.arena.keep(response.response?.urlText ?? response.request?.urlText ?? "")
      texts.url = url
      return url
    }
  }

  func header(_ name: String) -> moya_str {
    texts.withLock { texts in
      if let known = texts.headers.first(where: { ASCII.equalIgnoringCase($0.name, name) }) { return known.value }
      let value = texts.arena.keep(response.response?.headerFields[name])
      texts.headers.append((name, value))
      return value
    }
  }

  /// Text that lives as long as the answer.
  func keep(_ text: String) -> moya_str { texts.withLock { $0.arena.keep(text) } }
}

extension BodyBuffer {
  /// A copy, with zeroes behind it.
  convenience init(copying data: Data) {
    self.init(capacity: data.count)
    _ = data.withUnsafeBytes { append($0) }
  }
}

extension TransferResponse.Content {
  /// In memory that ends with zeroes: its own, else a copy.
  var buffer: BodyBuffer {
    switch self {
    case .buffer(let buffer): buffer
    case .data(let data): BodyBuffer(copying: data)
    }
  }
}

extension moya_str {
  /// Borrowed: as long as the buffer lives.
  init(_ buffer: BodyBuffer) {
    guard let start = buffer.bytes.baseAddress, buffer.count > 0 else {
      self = CText.empty
      return
    }
    self.init(data: start.assumingMemoryBound(to: CChar.self), len: buffer.count)
  }
}
