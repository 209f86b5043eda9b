/// Parameters as a JSON object in the body, with Content-Type `application/json` unless the request has one.
public struct JSONEncoding: ParameterEncoding, Sendable {
  /// `JSONSerialization.WritingOptions`, which FoundationEssentials has not.
  public struct WritingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public static let prettyPrinted = WritingOptions(rawValue: 1 << 0)
    /// Keys are always sorted here: equal parameters give equal bytes.
    public static let sortedKeys = WritingOptions(rawValue: 1 << 1)
    public static let fragmentsAllowed = WritingOptions(rawValue: 1 << 2)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 1 << 3)

    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public static var `default`: JSONEncoding { JSONEncoding() }
  public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

  public let options: WritingOptions

  public init(options: WritingOptions = []) { self.options = options }

  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try urlRequest.asURLRequest()
  }
}
