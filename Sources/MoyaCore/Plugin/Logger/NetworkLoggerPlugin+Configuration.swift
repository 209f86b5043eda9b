import Glibc

extension NetworkLoggerPlugin {
  /// What is logged, how it is written, and where it goes.
  public struct Configuration {
    public typealias OutputType = (_ target: any TargetType, _ items: [String]) -> Void

    public var formatter: Formatter
    /// Gets the entries of one request or one answer. Default: prints each.
    public var output: OutputType
    public var logOptions: LogOptions
    public var redaction: Redaction

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
    /// The request as a curl command, and nothing else of it.
    public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
    public static let successResponseBody = LogOptions(rawValue: 1 << 4)
    public static let errorResponseBody = LogOptions(rawValue: 1 << 5)
    /// Requests and answers as one JSON object each, on one line: for programs that read logs.
    public static let formatAsJSON = LogOptions(rawValue: 1 << 6)

    public static let `default`: LogOptions = [.requestMethod, .requestHeaders]
    public static let verbose: LogOptions = [
      .requestMethod, .requestHeaders, .requestBody, .successResponseBody, .errorResponseBody,
    ]

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// How entries and bodies become text.
  public struct Formatter {
    public typealias DataFormatterType = (Data) -> String
    public typealias EntryFormatterType =
      (_ identifier: String, _ message: String, _ target: any TargetType) -> String

    public var entry: EntryFormatterType
    public var requestData: DataFormatterType
    public var responseData: DataFormatterType
    /// Between the words of a curl command. Default: one on each line.
    public var curlSeparator: String
    /// Heads as HTTP writes them, each field an entry of its own, in place of Moya's descriptions of Swift values.
    package var writesHTTP = false

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

    /// `Moya_Logger: [2026-01-31, 23:59] Request: http://…`, in local time.
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
