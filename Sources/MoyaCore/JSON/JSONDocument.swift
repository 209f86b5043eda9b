import CSimdjson

/// A JSON text that was checked, with the places of its tokens (document.hpp). It does not keep the text.
///
/// Unchecked: once it was made, any thread may read it, which document.hpp sees to. `find` alone is for one thread at a
/// time.
package final class JSONDocument: @unchecked Sendable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) { self.handle = handle }

  deinit { JSONDocument.giveBack(handle) }

  /// The document as cursors of C know it, as long as this lives and the text stays where it was.
  package var cursor: UnsafeRawPointer { UnsafeRawPointer(handle) }

  /// Checks a text.
  package static func scan(_ text: UnsafeRawBufferPointer) throws(JSONLookupError) -> JSONDocument {
    guard let handle = Fork.guarded({ idle.popLast() }) ?? json_document_create() else { throw .outOfMemory }
    let document = JSONDocument(handle: handle)
    let status = text.withMemoryRebound(to: UInt8.self) {
      json_document_scan(handle, $0.baseAddress, $0.count, JSONReader.maximumDepth)
    }
    switch Int(status) {
    case JSON_OK: return document
    case JSON_TOO_DEEP: throw .tooDeep
    case JSON_NO_MEMORY: throw .outOfMemory
    default: throw .notJSON
    }
  }

  /// Offsets in the text that was checked, and that lies here by now; `nil` when nothing is there. For one thread at a
  /// time.
  func find(_ path: JSONKeyPath, in text: UnsafeRawBufferPointer) -> Range<Int>? {
    var found = json_span()
    let isFound = path.description.withBytes { path in
      let path = UnsafeRawBufferPointer(path)
      return text.withMemoryRebound(to: UInt8.self) {
        json_document_find(
          handle, $0.baseAddress, path.baseAddress?.assumingMemoryBound(to: CChar.self), path.count, &found)
      }
    }
    return isFound ? found.offset..<(found.offset + found.length) : nil
  }
}

// MARK: - Reuse

extension JSONDocument {
  /// Documents between two texts. Fresh memory costs more than the scan: every page is a fault.
  /// Unchecked: used under `Fork.guarded` alone, since a child that was forked meanwhile reads JSON too. A document
  /// belongs to `idle` or to the one object that took it from there.
  nonisolated(unsafe) private static var idle: [OpaquePointer] = []

  /// How many documents are kept, and how large a text they may have held: a larger one leaves too much memory.
  private static let idleLimit = 4
  private static let idleCapacity = 8 << 20

  private static func giveBack(_ handle: OpaquePointer) {
    json_document_forget(handle)
    let fits = json_document_capacity(handle) <= idleCapacity
    let isKept = Fork.guarded {
      guard fits, idle.count < idleLimit else { return false }
      idle.append(handle)
      return true
    }
    if !isKept { json_document_destroy(handle) }
  }
}

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

/// Where a value stands in JSON: keys divided by dots, as in `user.tags`.
///
/// A dot that belongs to a key is written `\.`, a backslash `\\`. In an array a step of digits is an index:
/// `items.0.name`. The empty path is the whole document.
public struct JSONKeyPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let steps: [String]
  public let description: String

  public init(_ text: String) {
    description = text
    steps = text.isEmpty ? [] : JSONKeyPath.split(text)
  }

  public init(stringLiteral text: String) { self.init(text) }

  private static func split(_ text: String) -> [String] {
    if !text.utf8.contains(0x5C) {
      // Not by characters: a dot with an accent is one.
      return text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    var steps = [""]
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped || (character != "." && character != "\\") {
        steps[steps.count - 1].unicodeScalars.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        steps.append("")
      }
    }
    return steps
  }

  /// The index that a step names in an array: decimal digits, no leading zero.
  static func index(_ step: String) -> Int? {
    guard !step.isEmpty, step.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), step == "0" || !step.hasPrefix("0") else {
      return nil
    }
    return Int(step)
  }
}

/// The order that `JSONSerialization` gives keys with `.sortedKeys`: space, punctuation, numbers by their value,
/// letters by the alphabet, and behind them all that is not ASCII. Case decides only between keys that are equal
/// otherwise.
enum JSONKeyOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var (a, b) = (left[...], right[...])
    while let first = a.first, let second = b.first {
      if isDigit(first), isDigit(second) {
        let (m, n) = (number(&a), number(&b))
        if m.count != n.count { return m.count < n.count }
        if m != n { return m.lexicographicallyPrecedes(n) }
      } else {
        if ranks[Int(first)] != ranks[Int(second)] { return ranks[Int(first)] < ranks[Int(second)] }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return precedesBySpelling(left, right)
  }

  /// For equals but for case and leading zeros: lower case first, then fewer zeros.
  private static func precedesBySpelling(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard let (a, b) = zip(left, right).first(where: { $0 != $1 }) else { return left.count < right.count }
    if !isDigit(a), !isDigit(b) { return a > b }
    return left.count == right.count ? a < b : left.count < right.count
  }

  /// Takes the digits in front, and gives them without leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 0x30 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static let ranks: [UInt8] = {
    var ranks = (UInt8.min...UInt8.max).map { $0 < 0x80 ? 0 : $0 }
    let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
    for (rank, byte) in zip(UInt8(1)..., order.utf8) { ranks[Int(byte)] = rank }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { ranks[Int(byte)] = ranks[Int(byte | 0x20)] }
    return ranks
  }()
}

/// A key, and where its value is.
struct KeyPlace {
  let key: String
  let place: [String: Any].Index
}

extension [String: Any] {
  /// The places of a dictionary's values, in the order of their keys. The values stay where they are: moving an `Any`
  /// is costly.
  @inline(__always)
  func places(inOrder precedes: (String, String) -> Bool = { $0 < $1 }) -> [KeyPlace] {
    var places: [KeyPlace] = []
    places.reserveCapacity(count)
    for place in indices { places.append(KeyPlace(key: keys[place], place: place)) }
    places.sort { precedes($0.key, $1.key) }
    return places
  }
}
