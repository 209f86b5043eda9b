/// Looks values up in JSON by key path, without making objects of the whole document.
///
/// The document is checked completely at the first lookup: a damaged one gives an error, not its sound half.
/// Usable from any thread.
public final class JSONLookup: Sendable {
  private let bytes: Data
  /// `nil` before the first lookup.
  private let scan = Protected<Result<JSONDocument, JSONLookupError>?>(nil)

  public init(_ bytes: Data) { self.bytes = bytes }

  /// The value at a key path; see `JSONKeyPath`.
  public func value(at keyPath: JSONKeyPath) throws(JSONLookupError) -> JSONValue {
    let raw = try raw(at: keyPath)
    switch raw.first {
    case 0x7B: return .object(raw: raw)
    case 0x5B: return .array(raw: raw)
    default: return try JSONValue(scalar: raw)
    }
  }

  /// The JSON text of the value at a key path.
  public func raw(at keyPath: JSONKeyPath) throws(JSONLookupError) -> Data {
    let range = try range(at: keyPath)
    return bytes.subdata(in: (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound))
  }

  /// The same JSON text, read where it lies and not copied, since it may be large.
  package func withRaw<Result>(
    at keyPath: JSONKeyPath, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(JSONLookupError) -> Result {
    let range = try range(at: keyPath)
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private func range(at keyPath: JSONKeyPath) throws(JSONLookupError) -> Range<Int> {
    try scan.withLock { known throws(JSONLookupError) in
      let scan =
        known
        ?? bytes.withUnsafeBytes { text in
          Result { () throws(JSONLookupError) in try JSONDocument.scan(text) }
        }
      // Not remembered: there may be memory at the next lookup.
      if case .failure(.outOfMemory) = scan {} else { known = scan }
      let document = try scan.get()
      guard let range = bytes.withUnsafeBytes({ document.find(keyPath, in: $0) }) else { throw .missing(keyPath) }
      return range
    }
  }
}

/// Why a lookup gave no value.
public enum JSONLookupError: Error, Hashable, Sendable {
  /// Not JSON (RFC 8259), or not UTF-8.
  case notJSON
  /// Nested deeper than 512 levels.
  case tooDeep
  case missing(JSONKeyPath)
  case outOfMemory
}

extension JSONLookupError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .notJSON: "The data is not valid JSON."
    case .tooDeep: "The JSON is nested deeper than \(JSONReader.maximumDepth) levels."
    case .missing(let path): "There is no value at the key path '\(path)'."
    case .outOfMemory: "There is no memory to read the JSON."
    }
  }
}
