import CMoya
import MoyaCore

extension HeaderFields {
  /// Copies a caller's array of headers. Their names and values are checked later, before the request is sent, together
  /// with what plugins have changed.
  init(
    _ pointer: UnsafePointer<moya_header>?, count: Int, excess: Int, named name: @autoclosure () -> String
  ) throws(Failure) {
    let headers = try array(pointer, count: count, named: name())
    if headers.isEmpty {
      self.init()
      return
    }
    var fields: [Field] = []
    fields.reserveCapacity(headers.count + 1)
    for (index, header) in headers.enumerated() {
      fields.append(
        Field(
          name: try String(header.name, excess: excess, named: "\(name())[\(index)].name"),
          value: try String(header.value, excess: excess, named: "\(name())[\(index)].value")))
    }
    self.init(fields: fields)
  }
}
