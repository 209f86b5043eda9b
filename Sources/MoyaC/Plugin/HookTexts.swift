import CMoya
import Glibc
import MoyaCore

/// The texts that a plugin has read through one context. If the plugin asks for a text again, it gets the same text.
///
/// All texts live as long as this value, even those that are old because their source has changed.
struct HookTexts: ~Copyable {
  /// The part of a call that a text contains.
  enum Asked: Equatable {
    case targetName
    case method, requestBody
    /// The joined values of all fields with this name. The name is given as bytes, with ASCII letters in lower case.
    case requestHeader([UInt8])
    case errorMessage, remoteAddress, responseURL, responseBody
    case responseHeader([UInt8])

    fileprivate var isOfRequest: Bool {
      switch self {
      case .method, .requestBody, .requestHeader: true
      default: false
      }
    }

    fileprivate var isOfResponse: Bool { !isOfRequest && self != .targetName }
  }

  private struct Entry {
    /// The part of the call that the text contains. `nil` if the text is old, because that part has changed since.
    var asked: Asked?
    let buffer: BodyBuffer
  }

  /// The first text that the plugin has read. The further texts are in `others`. Most hooks read one text, so they need
  /// no array.
  private var first: Entry?
  private var others: [Entry] = []
  private var oldTables: [FieldTable] = []
  private var requestTable: FieldTable?
  private var responseTable: FieldTable?
  /// True if the plugin may have read a text of the request. If the request then changes, this text must be marked as
  /// old. Most plugins do not change what they have read, so this property is usually false.
  private var areOfRequest = false
  private var areOfResponse = false

  /// Returns the text if the plugin has read it before.
  func known(_ asked: Asked) -> moya_str? {
    guard let first else { return nil }
    if first.asked == asked { return moya_str(first.buffer) }
    for index in others.indices where others[index].asked == asked { return moya_str(others[index].buffer) }
    return nil
  }

  /// The fields of the request. `nil` if the plugin has not read a field before.
  var knownFields: FieldTable? { requestTable }

  @inline(__always)
  mutating func text(_ asked: Asked, _ make: () -> BodyBuffer?) -> moya_str {
    if let known = known(asked) { return known }
    guard let buffer = make() else { return moya_str() }
    if asked.isOfRequest { areOfRequest = true }
    if asked.isOfResponse { areOfResponse = true }
    let made = Entry(asked: asked, buffer: buffer)
    if first == nil {
      first = made
    } else {
      if others.isEmpty { others.reserveCapacity(4) }
      others.append(made)
    }
    return moya_str(buffer)
  }

  /// - Parameter url: The old text of the URL.
  mutating func requestHasChanged(_ url: BodyBuffer?) {
    if let url { others.append(Entry(asked: nil, buffer: url)) }
    if areOfRequest { forget { $0.isOfRequest } }
    areOfRequest = false
    if let table = requestTable.take() { oldTables.append(table) }
  }

  mutating func responseHasChanged() {
    if areOfResponse { forget { $0.isOfResponse } }
    areOfResponse = false
    if let table = responseTable.take() { oldTables.append(table) }
  }

  /// Marks texts as old.
  private mutating func forget(_ isOld: (Asked) -> Bool) {
    if let first, first.asked.map(isOld) == true { self.first = Entry(asked: nil, buffer: first.buffer) }
    for index in others.indices where others[index].asked.map(isOld) == true { others[index].asked = nil }
  }

  // MARK: Header fields

  mutating func fields(ofRequest fields: HeaderFields) -> FieldTable? {
    if let requestTable { return requestTable }
    requestTable = FieldTable(fields)
    return requestTable
  }

  mutating func fields(of head: HTTPURLResponse) -> FieldTable? {
    if let responseTable { return responseTable }
    responseTable = FieldTable(head)
    return responseTable
  }

  /// Returns the value of a field of the request. Several values are joined by RFC 9110 §5.3. Values of Cookie are
  /// joined by RFC 9113 §8.2.3.
  mutating func header(_ name: UnsafePointer<CChar>, ofRequest fields: FieldTable?) -> moya_str {
    let isCookie = HookTexts.equal(name, "Cookie")
    return header(name, in: fields, by: isCookie ? "; " : ",") { .requestHeader($0) }
  }

  mutating func header(_ name: UnsafePointer<CChar>, of head: HTTPURLResponse) -> moya_str {
    // Most plugins ask for fields that the response does not have. No table is made for such a field.
    if responseTable == nil, !head.hasField(UnsafeRawBufferPointer(start: name, count: strlen(name))) {
      return moya_str()
    }
    if HookTexts.equal(name, "Set-Cookie") { return fields(of: head)?.values(of: name).first ?? moya_str() }
    return header(name, in: fields(of: head), by: ",") { .responseHeader($0) }
  }

  private mutating func header(
    _ name: UnsafePointer<CChar>, in table: FieldTable?, by separator: StaticString, _ asked: ([UInt8]) -> Asked
  ) -> moya_str {
    guard let table else { return moya_str() }
    var found = moya_str()
    var count = 0
    let wanted = UnsafeRawBufferPointer(start: name, count: strlen(name))
    for field in table.fields where ASCII.equalIgnoringCase(field.name.bytes, wanted) {
      if count == 0 { found = field.value }
      count += 1
    }
    if count < 2 { return found }
    return text(asked(wanted.map(ASCII.lowercase))) { BodyBuffer(joining: table.values(of: name), by: separator) }
  }

  private static func equal(_ name: UnsafePointer<CChar>, _ known: StaticString) -> Bool {
    ASCII.equalIgnoringCase(
      UnsafeRawBufferPointer(start: name, count: strlen(name)),
      UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
  }
}
