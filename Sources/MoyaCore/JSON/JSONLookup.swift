/// Looks values up in JSON by key path, without making objects of the whole document.
///
/// The document is checked completely at the first lookup: a damaged one gives an error, not its sound half.
/// Usable from any thread.
public final class JSONLookup: Sendable {
  private let bytes: Data
  private let state: Protected<State>

  private enum State {
    case fresh
    case scanned(JSONScanner)
    case failed(JSONLookupError)
  }

  public init(_ bytes: Data) {
    self.bytes = bytes
    state = Protected(.fresh)
  }

  /// The value at a key path; see `JSONKeyPath`.
  public func value(at keyPath: JSONKeyPath) throws(JSONLookupError) -> JSONValue {
    let raw = try raw(at: keyPath)
    switch raw.first {
    case 0x7B: return .object(raw: raw)
    case 0x5B: return .array(raw: raw)
    default: return try JSONValue(scalar: raw)
    }
  }

  public func value(at keyPath: String) throws(JSONLookupError) -> JSONValue {
    try value(at: JSONKeyPath(keyPath))
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

  /// Is the whole document sound JSON?
  public func check() throws(JSONLookupError) { _ = try range(at: JSONKeyPath("")) }

  private func range(at keyPath: JSONKeyPath) throws(JSONLookupError) -> Range<Int> {
    let result: Result<Range<Int>, JSONLookupError> = state.withLock { state in
      if case .fresh = state {
        do throws(JSONLookupError) { state = .scanned(try JSONScanner.scan(bytes)) } catch {
          // Not remembered: there may be memory at the next lookup.
          if error == .outOfMemory { return .failure(error) }
          state = .failed(error)
        }
      }
      switch state {
      case .scanned(let scanner):
        return scanner.find(keyPath, in: bytes).map { .success($0) } ?? .failure(.missing(keyPath))
      case .failed(let error): return .failure(error)
      case .fresh: return .failure(.notJSON)
      }
    }
    return try result.get()
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
    case .missing(let path): KeyPathError.missing(path.description).description
    case .outOfMemory: "There is no memory to read the JSON."
    }
  }
}
