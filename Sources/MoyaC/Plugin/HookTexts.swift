import CMoya
import Glibc
import MoyaCore

/// The texts that a plugin has read through one context. If the plugin asks for a text again, it gets the same text.
///
/// All texts live as long as this object, even those that are old because their source has changed. One thread at a
/// time uses the object.
final class HookTexts {
  /// The part of a call that a text contains.
  enum Asked: Equatable {
    case targetName
    case method, url, requestBody
    /// The joined values of all fields with this name. The name is given as bytes, with ASCII letters in lower case.
    case requestHeader([UInt8])
    case errorMessage, remoteAddress, responseURL, responseBody
    case responseHeader([UInt8])

    fileprivate var isOfRequest: Bool {
      switch self {
      case .method, .url, .requestBody, .requestHeader: true
      default: false
      }
    }

    fileprivate var isOfResponse: Bool { !isOfRequest && self != .targetName }
  }

  private struct Entry {
    let asked: Asked
    let text: moya_str
  }

  private var entries: [Entry] = []
  private var buffers: [BodyBuffer] = []
  private var oldTables: [FieldTable] = []
  private var requestTable: FieldTable?
  private var responseTable: FieldTable?

  /// The text if the plugin has read it before.
  func known(_ asked: Asked) -> moya_str? {
    for entry in entries where entry.asked == asked { return entry.text }
    return nil
  }

  /// The fields of the request if the plugin has read one before.
  var knownFields: FieldTable? { requestTable }

  @inline(__always)
  func text(_ asked: Asked, _ make: () -> BodyBuffer?) -> moya_str {
    for entry in entries where entry.asked == asked { return entry.text }
    guard let buffer = make() else { return moya_str() }
    buffers.append(buffer)
    let text = moya_str(buffer)
    entries.append(Entry(asked: asked, text: text))
    return text
  }

  func requestHasChanged() {
    if !entries.isEmpty { entries.removeAll { $0.asked.isOfRequest } }
    if let table = requestTable.take() { oldTables.append(table) }
  }

  func responseHasChanged() {
    if !entries.isEmpty { entries.removeAll { $0.asked.isOfResponse } }
    if let table = responseTable.take() { oldTables.append(table) }
  }

  // MARK: Header fields

  func fields(of request: URLRequest) -> FieldTable? {
    if let requestTable { return requestTable }
    requestTable = FieldTable { visit in
      for field in request.headerFields.fields {
        field.name.withBytes { name in
          FieldBytes.withBytes(of: field.value) { visit(UnsafeRawBufferPointer(name), $0) }
        }
      }
    }
    return requestTable
  }

  func fields(of head: HTTPURLResponse) -> FieldTable? {
    if let responseTable { return responseTable }
    responseTable = FieldTable(head.eachField)
    return responseTable
  }

  /// The value of a field of the request. Several values are joined as RFC 9110 §5.3 and, for Cookie, RFC 9113 §8.2.3
  /// say.
  func header(_ name: UnsafePointer<CChar>, ofRequest fields: FieldTable?) -> moya_str {
    let isCookie = HookTexts.equal(name, "Cookie")
    return header(name, in: fields, by: isCookie ? "; " : ",") { .requestHeader($0) }
  }

  func header(_ name: UnsafePointer<CChar>, of head: HTTPURLResponse) -> moya_str {
    if HookTexts.equal(name, "Set-Cookie") { return fields(of: head)?.values(of: name).first ?? moya_str() }
    return header(name, in: fields(of: head), by: ",") { .responseHeader($0) }
  }

  private func header(
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
