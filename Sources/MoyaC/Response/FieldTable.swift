import CMoya
import Glibc
import MoyaCore

/// The header or trailer fields of a response for C, in the order in which they were received.
///
/// The table never changes.
final class FieldTable: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer?
  let list: FieldList
  var fields: UnsafeBufferPointer<moya_field> { list.fields }

  /// Copies the fields of a source. Makes an empty table if there is no source. Returns `nil` if memory is short.
  init?(_ source: FieldSource?) {
    let most = source?.mostFields ?? (fields: 0, bytes: 0)
    guard let source, most.fields > 0 else {
      memory = nil
      list = FieldList()
      return
    }
    guard let memory = malloc(FieldList.size(of: most)) else { return nil }
    self.memory = memory
    list = FieldList(source, most: most.fields, in: memory)
  }

  deinit { free(memory) }

  /// All names and values, with a NUL between them. Empty if there are no fields, or if a name or a value contains a
  /// NUL.
  var text: moya_str {
    guard let start = fields.first?.name.data, let last = fields.last?.value, let lastStart = last.data,
      !fields.contains(where: { $0.name.hasNUL || $0.value.hasNUL })
    else { return moya_str() }
    return moya_str(data: start, len: lastStart - start + last.len)
  }

  /// Does what `FieldList.values` does.
  func values(of name: UnsafePointer<CChar>) -> [moya_str] {
    list.values(of: UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Returns a copy of the values of this field name, joined into one text.
  func value(of name: UnsafePointer<CChar>) -> BodyBuffer? {
    let values = values(of: name)
    return values.isEmpty ? nil : BodyBuffer(joining: values)
  }
}

// MARK: - FieldList

/// A list of fields for C. It does not own its memory.
///
/// Names and values have the bytes that were received (RFC 9110 §5.5 calls these bytes opaque). Each name and each
/// value ends with a NUL. The names and values follow the array of fields in one block of memory.
struct FieldList {
  let fields: UnsafeBufferPointer<moya_field>

  init() { fields = UnsafeBufferPointer(start: nil, count: 0) }

  /// Returns the size of the memory for this many fields and this many bytes of names and values.
  static func size(of most: (fields: Int, bytes: Int)) -> Int {
    most.fields * MemoryLayout<moya_field>.stride + most.bytes
  }

  /// Copies the fields of a source to memory that is large enough (`size`).
  ///
  /// - Parameter most: How many fields the source has at most.
  init(_ source: FieldSource, most: Int, in memory: UnsafeMutableRawPointer) {
    let table = memory.bindMemory(to: moya_field.self, capacity: most)
    var count = 0
    var end = memory + most * MemoryLayout<moya_field>.stride
    source.eachField { name, value in
      let name = FieldList.copy(name, to: &end)
      (table + count).initialize(to: moya_field(name: name, value: FieldList.copy(value, to: &end)))
      count += 1
    }
    fields = UnsafeBufferPointer(start: table, count: count)
  }

  @inline(__always)
  private static func copy(_ bytes: UnsafeRawBufferPointer, to end: inout UnsafeMutableRawPointer) -> moya_str {
    let start = end.assumingMemoryBound(to: CChar.self)
    if let source = bytes.baseAddress { memcpy(end, source, bytes.count) }
    start[bytes.count] = 0
    end += bytes.count + 1
    return moya_str(data: start, len: bytes.count)
  }

  /// Stores the name and the value of one field for the caller. Returns an error if there is no field with this index.
  func answer(
    _ index: Int, _ name: UnsafeMutablePointer<moya_str>?, _ value: UnsafeMutablePointer<moya_str>?
  ) -> moya_status {
    guard fields.indices ~= index else { return moya_status(MOYA_ERROR_ARGUMENT) }
    name?.pointee = fields[index].name
    value?.pointee = fields[index].value
    return moya_status(MOYA_OK)
  }

  /// Returns the values of all fields with this name, so that the caller can join them. For Set-Cookie, returns only
  /// the first value.
  ///
  /// The values of Set-Cookie contain commas. Therefore they must not be joined, unlike the values of all other fields
  /// (RFC 9110 §5.3).
  func values(of name: UnsafeRawBufferPointer) -> [moya_str] {
    let values = fields.compactMap { ASCII.equalIgnoringCase($0.name.bytes, name) ? $0.value : nil }
    let isCookie = "Set-Cookie".withBytes { ASCII.equalIgnoringCase(name, UnsafeRawBufferPointer($0)) }
    return isCookie ? Array(values.prefix(1)) : values
  }
}

/// The fields that a list copies.
enum FieldSource {
  case request(HeaderFields)
  case response(HTTPURLResponse)
  case trailers(HeaderBlock)

  /// The maximum number of fields, and the maximum number of bytes of their names and values. The bytes include a NUL
  /// after each name and each value.
  var mostFields: (fields: Int, bytes: Int) {
    switch self {
    case .request(let fields): fields.mostFields
    case .response(let head): head.mostFields
    case .trailers(let block): block.mostFields
    }
  }

  /// Visits the fields in order.
  func eachField(_ visit: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .request(let fields):
      // No field is read out of the array, because that would retain its texts.
      for index in fields.fields.indices {
        fields.fields[index].name.withBytes { name in
          FieldBytes.withBytes(of: fields.fields[index].value) { visit(UnsafeRawBufferPointer(name), $0) }
        }
      }
    case .response(let head): head.eachField(visit)
    case .trailers(let block): block.eachField(visit)
    }
  }
}

extension moya_str {
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: len) }

  fileprivate var hasNUL: Bool { data.map { memchr($0, 0, len) != nil } ?? false }
}
