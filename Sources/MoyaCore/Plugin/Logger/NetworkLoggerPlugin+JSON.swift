/// A request, an answer or an error as one JSON object on one line.
extension NetworkLoggerPlugin {
  /// `{"event":"request","headers":{…},"method":"GET","target":"…","url":"…"}`
  func json(_ request: URLRequest, _ sessionFields: [String: String], _ target: any TargetType) -> String {
    var members: [String: Any] = ["url": redaction.text(request.urlText)]
    if options.contains(.requestMethod) { members["method"] = request.httpMethod ?? "GET" }
    if options.contains(.requestHeaders) {
      var fields = request.headerFields
      fields.appendMissing(from: HeaderFields(sessionFields))
      members["headers"] = shown(fields)
    }
    if options.contains(.requestBody), let body = request.httpBody {
      members["body"] = redaction.text(configuration.formatter.requestData(body))
    }
    return line("request", members, target)
  }

  /// `{"event":"response","headers":{…},"status":200,"target":"…","url":"…"}`
  func json(_ response: Response, _ target: any TargetType, isFromError: Bool) -> String {
    var members: [String: Any] = ["status": response.statusCode]
    if let head = response.response {
      members["url"] = redaction.text(head.urlText)
      members["headers"] = shown(head.headerFields)
    }
    if options.contains(isFromError ? .errorResponseBody : .successResponseBody) {
      members["body"] = redaction.text(configuration.formatter.responseData(response.data))
    }
    return line("response", members, target)
  }

  /// `{"event":"error","message":"…","target":"…"}`
  func json(_ message: String, _ target: any TargetType) -> String { line("error", ["message": message], target) }

  private func shown(_ fields: HeaderFields) -> [String: Any] {
    var shown: [String: Any] = [:]
    for (name, value) in fields.dictionary { shown[name] = redaction.value(value, ofHeader: name) }
    return shown
  }

  private func line(_ event: String, _ members: [String: Any], _ target: any TargetType) -> String {
    var members = members
    members["event"] = event
    members["target"] = name(of: target)
    let data = (try? JSONWriter.data(members, options: .withoutEscapingSlashes)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
