/// Writes parameters as a JSON object into the body. The Content-Type is `application/json` unless the request has one.
public struct JSONEncoding: ParameterEncoding, Sendable {
  /// Replaces `JSONSerialization.WritingOptions`, which FoundationEssentials does not have.
  public struct WritingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public static let prettyPrinted = WritingOptions(rawValue: 1 << 0)
    /// Sorts keys in Foundation's order. If this option is not set, keys are sorted by their Unicode scalars, so that
    /// equal parameters give equal bytes.
    public static let sortedKeys = WritingOptions(rawValue: 1 << 1)
    public static let fragmentsAllowed = WritingOptions(rawValue: 1 << 2)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 1 << 3)

    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public static var `default`: JSONEncoding { JSONEncoding() }
  public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

  static var mediaType: String { "application/json" }

  public let options: WritingOptions

  public init(options: WritingOptions = []) { self.options = options }

  /// - Throws: `ParameterEncodingError` for a value that JSON cannot represent.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try encode(urlRequest, withJSONObject: parameters)
  }

  /// - Throws: `ParameterEncodingError` for a value that JSON cannot represent.
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws(ParameterEncodingError) {
    request.setBody(try JSONWriter.data(parameters, options: options), type: Self.mediaType)
  }

  /// Writes any JSON value into the body: an array, an object, a string or a number.
  /// - Throws: `ParameterEncodingError` for a value that JSON cannot represent.
  public func encode(
    _ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil
  ) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    guard let jsonObject else { return request }
    request.setBody(try JSONWriter.data(jsonObject, options: options), type: Self.mediaType)
    return request
  }
}

/// Writes one JSON value of any kind into the body. This object stores the value, and ignores the parameters that it
/// receives.
///
/// The struct is `@unchecked Sendable`: the value belongs to the caller, and the library only reads it.
public struct JSONValueEncoding: ParameterEncoding, @unchecked Sendable {
  public let value: Any
  public let options: JSONEncoding.WritingOptions

  public init(_ value: Any, options: JSONEncoding.WritingOptions = []) {
    self.value = value
    self.options = options
  }

  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try JSONEncoding(options: options).encode(urlRequest, withJSONObject: value)
  }
}

extension Task {
  /// Makes a task that sends a JSON value as the body. The value need not be a dictionary. It can be an array, for
  /// example.
  public static func requestJSON(_ value: Any, options: JSONEncoding.WritingOptions = []) -> Task {
    .requestParameters(parameters: [:], encoding: JSONValueEncoding(value, options: options))
  }
}

extension URLRequest {
  /// Sets the body. If the request has no Content-Type, sets it to `type`.
  mutating func setBody(_ data: Data, type: String) {
    if !headerFields.contains("Content-Type") { headerFields.append("Content-Type", type) }
    body = .data(data)
  }
}
