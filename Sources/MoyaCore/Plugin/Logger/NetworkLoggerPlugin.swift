/// Logs requests and their answers, secrets redacted.
///
/// Unchecked: change `configuration` before the plugin is used.
public final class NetworkLoggerPlugin: PluginType, @unchecked Sendable {
  public var configuration: Configuration

  public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Method and headers.
  public static var `default`: NetworkLoggerPlugin { NetworkLoggerPlugin() }
  /// Everything.
  public static var verbose: NetworkLoggerPlugin {
    NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
  }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    if options.contains(.formatRequestAscURL), !options.contains(.formatAsJSON), !(request is OutgoingRequest) {
      // One of the application's own, which says how it is written.
      request.cURLDescription { [self] text in
        configuration.output(target, [entry("Request", CURLCommand.redacted(text, redaction), target)])
      }
      return
    }
    configuration.output(target, lines(for: request, target: target))
  }

  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    switch result {
    case .success(let response):
      configuration.output(target, lines(for: response, target: target, isFromError: false))
    case .failure(let error):
      guard let response = error.response else {
        if options.contains(.formatAsJSON) {
          return configuration.output(target, [json(redaction.text("\(error)"), target)])
        }
        let message =
          configuration.formatter.writesHTTP
          ? "\(name(of: target)): \(redaction.text(error.message))"
          : "Error calling \(name(of: target)) : \(redaction.text("\(error)"))"
        return configuration.output(target, [entry("Error", message, target)])
      }
      configuration.output(target, lines(for: response, target: target, isFromError: true))
    }
  }
}

extension NetworkLoggerPlugin {
  var options: Configuration.LogOptions { configuration.logOptions }
  var redaction: Redaction { configuration.redaction }

  private func entry(_ identifier: String, _ message: String, _ target: any TargetType) -> String {
    configuration.formatter.entry(identifier, message, target)
  }

  func name(of target: any TargetType) -> String {
    redaction.isNone ? "\(target)" : TargetName.of(target)
  }

  private func lines(for request: any RequestType, target: any TargetType) -> [String] {
    guard let message = request.request else {
      return options.contains(.formatAsJSON)
        ? [json("(invalid request)", target)] : [entry("Request", "(invalid request)", target)]
    }
    if options.contains(.formatAsJSON) { return [json(message, request.sessionHeaders, target)] }
    if options.contains(.formatRequestAscURL) {
      let command = CURLCommand.text(
        for: message, adding: HeaderFields(request.sessionHeaders), redaction: redaction,
        separator: configuration.formatter.curlSeparator)
      return [entry("Request", command, target)]
    }
    let writesHTTP = configuration.formatter.writesHTTP
    let url = redaction.text(message.urlText.isEmpty ? message.description : message.urlText)
    let method = options.contains(.requestMethod) ? message.httpMethod : nil
    var lines = [entry("Request", writesHTTP ? (method.map { $0 + " " } ?? "") + url : url, target)]
    if options.contains(.requestHeaders) {
      var fields = message.headerFields
      fields.appendMissing(from: HeaderFields(request.sessionHeaders))
      lines +=
        writesHTTP
        ? entries("Request Header", fields, target)
        : [entry("Request Headers", Self.describe(fields, redaction), target)]
    }
    if options.contains(.requestBody) {
      if let stream = Self.streamDescription(of: message.body) {
        lines.append(entry("Request Body Stream", stream, target))
      }
      if let body = message.httpBody {
        lines.append(entry("Request Body", redaction.text(configuration.formatter.requestData(body)), target))
      }
    }
    if let method, !writesHTTP {
      lines.append(entry("HTTP Request Method", method, target))
    }
    return lines
  }

  private func lines(for response: Response, target: any TargetType, isFromError: Bool) -> [String] {
    if options.contains(.formatAsJSON) { return [json(response, target, isFromError: isFromError)] }
    var lines: [String] = []
    if configuration.formatter.writesHTTP {
      let url = (response.response?.urlText).map { " " + redaction.text($0) } ?? ""
      lines = [entry("Response", "\(response.statusCode)\(url)", target)]
      lines += entries("Response Header", response.response?.headerFields ?? HeaderFields(), target)
    } else if let head = response.response {
      let text =
        "<HTTPURLResponse> { URL: \(redaction.text(head.urlText)) } { Status Code: \(head.statusCode), "
        + "Headers \(Self.describe(head.headerFields, redaction)) }"
      lines.append(entry("Response", text, target))
    } else {
      lines.append(entry("Response", "Received empty network response for \(name(of: target)).", target))
    }
    // Moya's condition also logs an error's body for `.successResponseBody` alone.
    if options.contains(isFromError ? .errorResponseBody : .successResponseBody) {
      let body = redaction.text(configuration.formatter.responseData(response.data))
      lines.append(entry("Response Body", body, target))
    }
    return lines
  }

  /// An entry for each field, in their order.
  private func entries(_ identifier: String, _ fields: HeaderFields, _ target: any TargetType) -> [String] {
    fields.fields.map { field in
      entry(identifier, "\(field.name): \(redaction.value(field.value, ofHeader: field.name))", target)
    }
  }

  /// As a dictionary's description, in the order of names.
  private static func describe(_ fields: HeaderFields, _ redaction: Redaction) -> String {
    let pairs = fields.dictionary.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\": \"\(redaction.value($0.value, ofHeader: $0.key))\"" }
    return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
  }

  private static func streamDescription(of body: RequestBody) -> String? {
    switch body {
    case .none, .data: nil
    case .file(let path): "the file \(path)"
    case .segments(let segments): "\(segments.count) segments"
    }
  }
}
