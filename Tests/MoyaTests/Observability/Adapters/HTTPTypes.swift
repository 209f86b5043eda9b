import Moya

extension HTTPRequest {
  /// Converts a request. Returns `nil` if the method or the URL of the request is not valid.
  init?(_ request: URLRequest) {
    guard let method = Method(request.httpMethod ?? "GET"), let url = request.url, let host = url.host() else {
      return nil
    }
    // An IPv6 address has brackets in an authority.
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let path = url.path(percentEncoded: true)
    self.init(
      method: method, scheme: url.scheme, authority: url.port.map { "\(name):\($0)" } ?? name,
      path: (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? ""),
      headerFields: HTTPFields(request.headerFields))
  }
}

extension HTTPResponse {
  init(_ head: HTTPURLResponse) {
    self.init(status: Status(code: head.statusCode), headerFields: HTTPFields(head.headerFields))
  }
}

extension HTTPFields {
  /// Leaves out a field whose name is not valid.
  init(_ fields: HeaderFields) {
    self.init()
    for field in fields.fields {
      if let name = HTTPField.Name(field.name) { append(HTTPField(name: name, value: field.value)) }
    }
  }
}

extension HeaderFields {
  init(_ fields: HTTPFields) {
    self.init(fields: fields.map { Field(name: $0.name.rawName, value: $0.value) })
  }
}
