import CMoya
import MoyaCore

/// What plugins and backends may change in a request: each change is checked, and the request unchanged if it is refused.
extension URLRequest {
  mutating func setMethod(_ method: UnsafePointer<CChar>?) throws(Failure) {
    let method = try String(method, named: "method")
    try Failure.rules { () throws(TransferError) in try RequestRules.check(method: method) }
    httpMethod = method
  }

  mutating func setURL(_ url: UnsafePointer<CChar>?) throws(Failure) {
    let url = URLReference.spelled(try String(url, named: "url"))
    try Failure.rules { () throws(TransferError) in try RequestRules.check(url: url) }
    urlText = url
  }

  /// A NULL value removes the field.
  /// - Parameter known: where the field is kept for the next time.
  mutating func setHeader(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, keptBy known: KnownField? = nil
  ) throws(Failure) {
    let (name, value) = try HeaderFields.field(name, value)
    setChecked(value, forHTTPHeaderField: name)
    if let known, let value { known.keep(HeaderFields.Field(name: name, value: value)) }
  }

  mutating func setBody(_ data: UnsafeRawPointer?, _ count: Int) throws(Failure) {
    let copy = try BodyBuffer.copying(data, count: count, named: "data")
    body = count == 0 ? .none : .data(copy.data)
  }
}

extension HeaderFields {
  /// A field as a program sets it: checked. A NULL value removes it.
  static func field(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
  ) throws(Failure) -> (name: String, value: String?) {
    let name = try String(name, named: "name")
    let value = value == nil ? nil : try String(value, named: "value")
    try Failure.rules { () throws(TransferError) in try RequestRules.check(name: name, value: value ?? "") }
    return (name, value)
  }
}

extension Failure {
  static func rules(_ body: () throws(TransferError) -> Void) throws(Failure) {
    do throws(TransferError) { try body() } catch { throw Failure(error) }
  }
}
