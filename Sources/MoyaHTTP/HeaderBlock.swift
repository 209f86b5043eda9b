import FoundationEssentials
import Synchronization

/// A received header section as bytes, parsed once, when a field is first asked for.
public final class HeaderBlock: Sendable {
  /// Field lines as received, each ended by CR LF; the status line first.
  public let bytes: Data
  private let parsed = Mutex<HeaderFields?>(nil)

  public init(bytes: Data) { self.bytes = bytes }

  public var fields: HeaderFields {
    parsed.withLock { cached in
      if let cached { return cached }
      let fields = HeaderBlock.parse(bytes)
      cached = fields
      return fields
    }
  }

  /// Lenient on purpose: what may not stand in a header section was refused when it arrived.
  private static func parse(_ bytes: Data) -> HeaderFields {
    var fields: [HeaderFields.Field] = []
    for line in bytes.split(separator: 0x0A).dropFirst() {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      fields.append(.init(name: name, value: value.filter { $0 != "\r" && $0 != "\r\n" }.trimmingSpaces))
    }
    return HeaderFields(fields: fields)
  }
}
