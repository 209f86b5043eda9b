import CMoya
import MoyaCore

extension HeaderFields {
  /// Copies a caller's array of headers. Their names and values are checked later, before the request is sent, together
  /// with what plugins have changed. One whose value is NULL is left out.
  init(
    _ pointer: UnsafePointer<moya_header>?, count: Int, stride: UInt32, excess: Int,
    named name: @autoclosure () -> String
  ) throws(Failure) {
    if count == 0 {
      self.init()
      return
    }
    let headers = try CallerArray(pointer, count: count, stride: stride, named: name())
    var fields: [Field] = []
    fields.reserveCapacity(headers.count + 1)
    for index in headers.indices {
      let header = headers[index]
      if header.value == nil, header.name != nil { continue }
      fields.append(
        Field(
          name: try String(header.name, excess: excess, named: "\(name())[\(index)].name"),
          value: try String(header.value, excess: excess, named: "\(name())[\(index)].value")))
    }
    self.init(fields: fields)
  }
}
