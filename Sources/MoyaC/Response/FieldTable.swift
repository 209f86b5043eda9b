import CMoya
import Glibc
import MoyaCore

/// The header or trailer fields of a response for C, in the order in which they were received.
///
/// Names and values have the bytes that were received (RFC 9110 §5.5 calls these bytes opaque). Each name and each
/// value ends with a NUL. All of them are in one block of memory. The class is `@unchecked Sendable` because the table
/// never changes.
final class FieldTable: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer?
  let fields: UnsafeBufferPointer<moya_field>

  typealias Visit = (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void

  /// Copies the fields.
  ///
  /// - Parameters:
  ///   - most: How many fields there are at most, and how many bytes their names and values have at most, with a NUL
  ///     after each of them.
  ///   - eachField: Visits the fields in order.
  /// - Returns: `nil` if memory is short.
  @inline(__always)
  private init?(most: (fields: Int, bytes: Int), _ eachField: (Visit) -> Void) {
    let size = most.fields * MemoryLayout<moya_field>.stride
    guard most.fields > 0 else {
      memory = nil
      fields = UnsafeBufferPointer(start: nil, count: 0)
      return
    }
    guard let memory = malloc(size + most.bytes) else { return nil }
    self.memory = memory
    let table = memory.bindMemory(to: moya_field.self, capacity: most.fields)
    var count = 0
    var end = memory + size
    eachField { name, value in
      let name = FieldTable.copy(name, to: &end)
      (table + count).initialize(to: moya_field(name: name, value: FieldTable.copy(value, to: &end)))
      count += 1
    }
    fields = UnsafeBufferPointer(start: table, count: count)
  }

  /// Copies the fields of a response. `nil` if memory is short.
  convenience init?(_ head: HTTPURLResponse?) {
    self.init(most: head?.mostFields ?? (0, 0)) { head?.eachField($0) }
  }

  /// Copies the fields of a section. `nil` if memory is short.
  convenience init?(_ block: HeaderBlock?) {
    self.init(most: block?.mostFields ?? (0, 0)) { block?.eachField($0) }
  }

  /// Copies the fields of a request. `nil` if memory is short.
  convenience init?(_ fields: HeaderFields) {
    self.init(most: fields.mostFields) { visit in
      for field in fields.fields {
        field.name.withBytes { name in
          FieldBytes.withBytes(of: field.value) { visit(UnsafeRawBufferPointer(name), $0) }
        }
      }
    }
  }

  deinit { free(memory) }

  private static func copy(_ bytes: UnsafeRawBufferPointer, to end: inout UnsafeMutableRawPointer) -> moya_str {
    let start = end.assumingMemoryBound(to: CChar.self)
    if let source = bytes.baseAddress { memcpy(end, source, bytes.count) }
    start[bytes.count] = 0
    end += bytes.count + 1
    return moya_str(data: start, len: bytes.count)
  }

  /// All names and values, with a NUL between them. Empty if there are no fields, or if a name or a value contains a
  /// NUL.
  var text: moya_str {
    guard let start = fields.first?.name.data, let last = fields.last?.value, let lastStart = last.data,
      !fields.contains(where: { $0.name.hasNUL || $0.value.hasNUL })
    else { return moya_str() }
    return moya_str(data: start, len: lastStart - start + last.len)
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
  func values(of name: UnsafePointer<CChar>) -> [moya_str] {
    let name = UnsafeRawBufferPointer(start: name, count: strlen(name))
    let values = fields.compactMap { ASCII.equalIgnoringCase($0.name.bytes, name) ? $0.value : nil }
    let isCookie = "Set-Cookie".withBytes { ASCII.equalIgnoringCase(name, UnsafeRawBufferPointer($0)) }
    return isCookie ? Array(values.prefix(1)) : values
  }

  /// Returns a copy of the values of this field name, joined into one text.
  func value(of name: UnsafePointer<CChar>) -> BodyBuffer? {
    let values = values(of: name)
    return values.isEmpty ? nil : BodyBuffer(joining: values)
  }
}

extension moya_str {
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: len) }

  fileprivate var hasNUL: Bool { data.map { memchr($0, 0, len) != nil } ?? false }
}
