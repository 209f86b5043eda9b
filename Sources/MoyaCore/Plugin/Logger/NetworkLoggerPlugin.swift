import Glibc

/// Logs requests and their responses, with secrets redacted.
///
/// The class is `@unchecked Sendable`: change `configuration` only before the plugin is used.
public final class NetworkLoggerPlugin: PluginType, @unchecked Sendable {
  public var configuration: Configuration

  public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Logs methods and headers.
  public static var `default`: NetworkLoggerPlugin { NetworkLoggerPlugin() }
  /// Logs everything.
  public static var verbose: NetworkLoggerPlugin {
    NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
  }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    logger(for: request).log(request, target)
  }

  private func log(_ request: any RequestType, _ target: any TargetType) {
    if options.contains(.formatRequestAscURL), !options.contains(.formatAsJSON), !(request is OutgoingRequest) {
      // The application has made this request object, so the text comes from the object's own `cURLDescription`. As in
      // Moya, a target need not be `Sendable`. `nonisolated(unsafe)` is safe because the handler only reads the target.
      nonisolated(unsafe) let target = target
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

  /// Makes a logger that also redacts the fields that are secret in the session that sends the request.
  private func logger(for request: any RequestType) -> NetworkLoggerPlugin {
    guard let names = (request as? OutgoingRequest)?.secretHeaders, !redaction.isNone,
      !redaction.headers.isSuperset(of: names)
    else { return self }
    let logger = NetworkLoggerPlugin(configuration: configuration)
    logger.configuration.redaction.headers.formUnion(names)
    return logger
  }

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
    let url = redaction.url(message.urlText.isEmpty ? message.description : message.urlText)
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
      let url = (response.response?.urlText).map { " " + redaction.url($0) } ?? ""
      lines = [entry("Response", "\(response.statusCode)\(url)", target)]
      lines += entries("Response Header", response.response?.headerFields ?? HeaderFields(), target)
    } else if let head = response.response {
      let text =
        "<HTTPURLResponse> { URL: \(redaction.url(head.urlText)) } { Status Code: \(head.statusCode), "
        + "Headers \(Self.describe(head.headerFields, redaction)) }"
      lines.append(entry("Response", text, target))
    } else {
      lines.append(entry("Response", "Received empty network response for \(name(of: target)).", target))
    }
    // Unlike Moya, this does not log an error's body if only `.successResponseBody` is set.
    if options.contains(isFromError ? .errorResponseBody : .successResponseBody) {
      let body = redaction.text(configuration.formatter.responseData(response.data))
      lines.append(entry("Response Body", body, target))
    }
    return lines
  }

  /// Returns an entry for each field, in the order of the fields.
  private func entries(_ identifier: String, _ fields: HeaderFields, _ target: any TargetType) -> [String] {
    fields.fields.map { field in
      entry(identifier, "\(field.name): \(redaction.value(field.value, ofHeader: field.name))", target)
    }
  }

  /// Writes the fields, sorted by name, in the form in which Swift prints a dictionary.
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

extension NetworkLoggerPlugin {
  /// What is logged, how it is written, and where it goes.
  public struct Configuration: Sendable {
    @preconcurrency public typealias OutputType = @Sendable (_ target: any TargetType, _ items: [String]) -> Void

    public var formatter: Formatter
    /// Receives the entries of one request or one response. Default: prints each entry.
    @preconcurrency public var output: OutputType
    public var logOptions: LogOptions
    public var redaction: Redaction

    @preconcurrency
    public init(
      formatter: Formatter = Formatter(), output: @escaping OutputType = defaultOutput,
      logOptions: LogOptions = .default, redaction: Redaction = .default
    ) {
      self.formatter = formatter
      self.output = output
      self.logOptions = logOptions
      self.redaction = redaction
    }

    public static func defaultOutput(target: any TargetType, items: [String]) {
      for item in items { print(item) }
    }
  }
}

extension NetworkLoggerPlugin.Configuration {
  public struct LogOptions: OptionSet, Sendable {
    public let rawValue: Int

    public static let requestMethod = LogOptions(rawValue: 1 << 0)
    public static let requestBody = LogOptions(rawValue: 1 << 1)
    public static let requestHeaders = LogOptions(rawValue: 1 << 2)
    /// Logs a request as a curl command instead of separate entries.
    public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
    public static let successResponseBody = LogOptions(rawValue: 1 << 4)
    public static let errorResponseBody = LogOptions(rawValue: 1 << 5)
    /// Logs each request and each response as one JSON object on one line, for programs that read logs.
    public static let formatAsJSON = LogOptions(rawValue: 1 << 6)

    public static let `default`: LogOptions = [.requestMethod, .requestHeaders]
    public static let verbose: LogOptions = [
      .requestMethod, .requestHeaders, .requestBody, .successResponseBody, .errorResponseBody,
    ]

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// How entries and bodies become text.
  public struct Formatter: Sendable {
    @preconcurrency public typealias DataFormatterType = @Sendable (Data) -> String
    @preconcurrency public typealias EntryFormatterType =
      @Sendable (_ identifier: String, _ message: String, _ target: any TargetType) -> String

    @preconcurrency public var entry: EntryFormatterType
    @preconcurrency public var requestData: DataFormatterType
    @preconcurrency public var responseData: DataFormatterType
    /// The text between the words of a curl command. Default: one word per line.
    public var curlSeparator: String
    /// True if heads are written as in HTTP, with an entry for each field. False if they are written as in Moya, where
    /// the text is Swift's description of the values.
    package var writesHTTP = false

    @preconcurrency
    public init(
      entry: @escaping EntryFormatterType = defaultEntryFormatter,
      requestData: @escaping DataFormatterType = defaultDataFormatter,
      responseData: @escaping DataFormatterType = defaultDataFormatter, curlSeparator: String = " \\\n\t"
    ) {
      self.entry = entry
      self.requestData = requestData
      self.responseData = responseData
      self.curlSeparator = curlSeparator
    }

    public static func defaultDataFormatter(_ data: Data) -> String {
      String(validating: data, as: UTF8.self) ?? "## Cannot map data to String ##"
    }

    /// Returns a text like `Moya_Logger: [2026-01-31, 23:59] Request: http://…`, with the local time.
    public static func defaultEntryFormatter(identifier: String, message: String, target: any TargetType) -> String {
      "Moya_Logger: [\(timestamp())] \(identifier): \(message)"
    }

    private static func timestamp() -> String {
      var now = time(nil)
      var parts = tm()
      guard localtime_r(&now, &parts) != nil else { return "?" }
      func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      return "\(day), \(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
  }
}

/// JSON output: a request, a response or an error as one JSON object on one line.
extension NetworkLoggerPlugin {
  /// Returns `{"event":"request","headers":{…},"method":"GET","target":"…","url":"…"}`
  func json(_ request: URLRequest, _ sessionFields: [String: String], _ target: any TargetType) -> String {
    var members: [String: Any] = ["url": redaction.url(request.urlText)]
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

  /// Returns `{"event":"response","headers":{…},"status":200,"target":"…","url":"…"}`
  func json(_ response: Response, _ target: any TargetType, isFromError: Bool) -> String {
    var members: [String: Any] = ["status": response.statusCode]
    if let head = response.response {
      members["url"] = redaction.url(head.urlText)
      members["headers"] = shown(head.headerFields)
    }
    if options.contains(isFromError ? .errorResponseBody : .successResponseBody) {
      members["body"] = redaction.text(configuration.formatter.responseData(response.data))
    }
    return line("response", members, target)
  }

  /// Returns `{"event":"error","message":"…","target":"…"}`
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
