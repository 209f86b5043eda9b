import CSimdjson

/// The positions of the tokens in a JSON text that was checked (document.hpp). The document does not store the text.
///
/// The class is `@unchecked Sendable`: any thread can read a finished document, as document.hpp ensures. There is one
/// exception: two threads must not call `find` at the same time.
package final class JSONDocument: @unchecked Sendable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) { self.handle = handle }

  deinit { JSONDocument.giveBack(handle) }

  /// The document for the C cursor functions. Valid while this object exists and the text is not moved.
  package var cursor: UnsafeRawPointer { UnsafeRawPointer(handle) }

  /// Checks a text and returns its document.
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

  /// Returns the offsets of the value at a path, or `nil` if there is no value. `text` must be the text that was
  /// checked. Two threads must not call this at the same time.
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
  /// Documents that can be used again. Allocating new memory would take longer than the scan, because the first use of
  /// each new page causes a page fault.
  ///
  /// The variable is `nonisolated(unsafe)` because it is used only inside `Fork.guarded`, whose lock is never held at a
  /// fork. So a child that was forked during a scan can read JSON too. A document belongs either to `idle` or to the
  /// one object that took it from there.
  nonisolated(unsafe) private static var idle: [OpaquePointer] = []

  /// `idleLimit` is the maximum number of documents that are stored. A document that has memory for texts of more than
  /// `idleCapacity` bytes is not stored, because it would hold too much memory.
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

/// Looks values up in JSON by key path, without creating objects for the whole document.
///
/// The first lookup checks the complete document. If the document is damaged, every lookup fails, even for values in
/// its valid part. Any thread can use this object.
public final class JSONLookup: Sendable {
  private let bytes: Data
  /// The document, or the error that the scan found. `nil` before the first lookup.
  private let scan = Protected<Result<JSONDocument, JSONLookupError>?>(nil)

  public init(_ bytes: Data) { self.bytes = bytes }

  /// Returns the value at a key path. `JSONKeyPath` explains the syntax.
  public func value(at keyPath: JSONKeyPath) throws(JSONLookupError) -> JSONValue {
    let raw = try raw(at: keyPath)
    switch raw.first {
    case 0x7B: return .object(raw: raw)
    case 0x5B: return .array(raw: raw)
    default: return try JSONValue(scalar: raw)
    }
  }

  /// Returns the JSON text of the value at a key path.
  public func raw(at keyPath: JSONKeyPath) throws(JSONLookupError) -> Data {
    let range = try range(at: keyPath)
    return bytes.subdata(in: (bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound))
  }

  private func range(at keyPath: JSONKeyPath) throws(JSONLookupError) -> Range<Int> {
    try scan.withLock { known throws(JSONLookupError) in
      let scan =
        known
        ?? bytes.withUnsafeBytes { text in
          Result { () throws(JSONLookupError) in try JSONDocument.scan(text) }
        }
      // A lack of memory is not stored as the result, because the next lookup can have enough memory.
      if case .failure(.outOfMemory) = scan {} else { known = scan }
      let document = try scan.get()
      guard let range = bytes.withUnsafeBytes({ document.find(keyPath, in: $0) }) else { throw .missing(keyPath) }
      return range
    }
  }
}

/// Why a lookup returned no value.
public enum JSONLookupError: Error, Hashable, Sendable {
  /// The data is not JSON (RFC 8259), or not UTF-8.
  case notJSON
  /// The JSON is nested deeper than 512 levels.
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

/// The path to a value in JSON: keys separated by dots, for example `user.tags`.
///
/// Write a dot that belongs to a key as `\.`, and a backslash as `\\`. To name an element of an array, write its index
/// instead of a key, for example `items.0.name`. The empty path is the whole document.
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
      // Splits bytes instead of characters, because a dot with a combining accent is one character.
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

  /// Returns the array index that a step names: decimal digits without a leading zero.
  static func index(_ step: String) -> Int? {
    guard !step.isEmpty, step.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), step == "0" || !step.hasPrefix("0") else {
      return nil
    }
    return Int(step)
  }
}

/// The order in which `JSONSerialization` writes keys with `.sortedKeys`. Spaces come first, then punctuation, numbers
/// by value, letters in alphabetical order, and finally everything that is not ASCII. Case matters only between keys
/// that are otherwise equal.
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

  /// Orders keys that differ only in case and leading zeros: lower case first, then fewer zeros.
  private static func precedesBySpelling(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard let (a, b) = zip(left, right).first(where: { $0 != $1 }) else { return left.count < right.count }
    if !isDigit(a), !isDigit(b) { return a > b }
    return left.count == right.count ? a < b : left.count < right.count
  }

  /// Removes the digits at the start of `text`, and returns them without leading zeros.
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

/// A key of a dictionary, and the index of its value.
struct KeyPlace {
  let key: String
  let place: [String: Any].Index
}

extension [String: Any] {
  /// Returns the keys of a dictionary in order, each with the index of its value. The values are not moved, because
  /// moving an `Any` is slow.
  @inline(__always)
  func places(inOrder precedes: (String, String) -> Bool = { $0 < $1 }) -> [KeyPlace] {
    var places: [KeyPlace] = []
    places.reserveCapacity(count)
    for place in indices { places.append(KeyPlace(key: keys[place], place: place)) }
    places.sort { precedes($0.key, $1.key) }
    return places
  }
}
