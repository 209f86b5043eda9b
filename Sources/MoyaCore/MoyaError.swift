/// Everything a request can fail with.
public enum MoyaError: Error {
  /// The body is no image that is known here.
  case imageMapping(Response)
  /// The body is no JSON.
  case jsonMapping(Response)
  /// The body is no text, or has none at the key path.
  case stringMapping(Response)
  /// The JSON does not fit the type.
  case objectMapping(any Error, Response)
  /// The value could not be written as JSON.
  case encodableMapping(any Error)
  /// The status is not among the accepted ones.
  case statusCode(Response)
  /// Something below: the network, a file, a caller's own code. With the answer, if there was one.
  case underlying(any Error, Response?)
  /// The endpoint's URL is none.
  case requestMapping(String)
  /// The parameters could not be encoded.
  case parameterEncoding(any Error)
}

extension MoyaError {
  /// The answer that came with the failure.
  public var response: Response? {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
      .objectMapping(_, let response), .statusCode(let response):
      response
    case .underlying(_, let response): response
    case .encodableMapping, .requestMapping, .parameterEncoding: nil
    }
  }

  /// The error that caused this one.
  public var underlyingError: (any Error)? {
    switch self {
    case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
      .parameterEncoding(let error):
      error
    case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
    }
  }
}

extension MoyaError {
  /// The position of the case, 0…8: the code that `NSError` shows for it.
  public var errorCode: Int {
    switch self {
    case .imageMapping: 0
    case .jsonMapping: 1
    case .stringMapping: 2
    case .objectMapping: 3
    case .encodableMapping: 4
    case .statusCode: 5
    case .underlying: 6
    case .requestMapping: 7
    case .parameterEncoding: 8
    }
  }

  public static var errorDomain: String { "Moya.MoyaError" }

  /// The text, and the cause where there is one, under Foundation's keys.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = ["NSLocalizedDescription": errorDescription ?? ""]
    info["NSUnderlyingError"] = underlyingError
    return info
  }

  // What a bridge to `NSError` reads. The requirements are underscored because FoundationEssentials has no
  // CustomNSError.
  public var _code: Int { errorCode }
  public var _domain: String { Self.errorDomain }
}

extension MoyaError: LocalizedError {
  /// What a user may be shown.
  public var errorDescription: String? {
    switch self {
    case .imageMapping: "Failed to map data to an Image."
    case .jsonMapping: "Failed to map data to JSON."
    case .stringMapping: "Failed to map data to a String."
    case .objectMapping: "Failed to map data to a Decodable object."
    case .encodableMapping: "Failed to encode Encodable object into data."
    case .statusCode: "Status code didn't fall within the given range."
    case .underlying(let error, _): ErrorText.of(error)
    case .requestMapping: "Failed to map Endpoint to a URLRequest."
    case .parameterEncoding(let error): "Failed to encode parameters for URLRequest. \(ErrorText.of(error))"
    }
  }
}

/// As Swift writes an enum, without a response where there is none, without the value that could not be encoded or decoded, and without what a URL may hide.
extension MoyaError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch self {
    case .imageMapping(let response): "imageMapping(\(response))"
    case .jsonMapping(let response): "jsonMapping(\(response))"
    case .stringMapping(let response): "stringMapping(\(response))"
    case .objectMapping(let error, let response): "objectMapping(\(ErrorText.debug(error)), \(response))"
    case .encodableMapping(let error): "encodableMapping(\(ErrorText.debug(error)))"
    case .statusCode(let response): "statusCode(\(response))"
    case .underlying(let error, let response):
      "underlying(\(ErrorText.debug(error))\(response.map { ", \($0)" } ?? ""))"
    case .requestMapping(let url): "requestMapping(\"\(ShownURL.unusable(url))\")"
    case .parameterEncoding(let error): "parameterEncoding(\(ErrorText.debug(error)))"
    }
  }

  public var debugDescription: String { description }
}

extension MoyaError {
  /// The innermost `MoyaError`: what is left when wrappers of the same family are taken off.
  ///
  /// A validation failure arrives as `.underlying(.statusCode(response), response)`; this is the `.statusCode`.
  public var flat: MoyaError {
    guard case .underlying(let error, let response) = self, let inner = error as? MoyaError else { return self }
    if case .underlying(let cause, nil) = inner, let response { return MoyaError.underlying(cause, response).flat }
    return inner.flat
  }

  /// One sentence that says what failed and why, with the status where there is an answer.
  public var message: String {
    let error = flat
    switch error {
    case .statusCode(let response):
      return "The server answered with status \(response.statusCode)."
    case .requestMapping: return "The URL is not valid."
    case .objectMapping(let cause, _), .encodableMapping(let cause):
      return "\(error.errorDescription ?? "") \(ErrorText.of(cause))"
    default: return error.errorDescription ?? "\(error)"
    }
  }
}

/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// The text for a developer: with the error's type, unless the error has a text of its own.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  static func of(_ error: any Error) -> String {
    CodingErrorText.of(error) ?? ErrorReason.shown(error) ?? "\(error)"
  }
}

/// What an encoder's or a decoder's error says without a value: the type and the place. Their own texts quote what
/// they met, such as the raw value that is no case of an enum.
enum CodingErrorText {
  /// `nil`: the error is not an encoder's or a decoder's.
  static func of(_ error: any Error) -> String? {
    switch error {
    case let error as EncodingError: of(encoding: error)
    case let error as DecodingError: of(decoding: error)
    default: nil
    }
  }

  private static func of(encoding error: EncodingError) -> String {
    guard case .invalidValue(let value, let context) = error else { return "The value cannot be encoded." }
    return "A value of type \(type(of: value)) cannot be encoded\(at(context.codingPath) { $0.stringValue })."
  }

  private static func of(decoding error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context): "The value is not of type \(type)\(at(context.codingPath))."
    case .valueNotFound(let type, let context): "A value of type \(type) is missing\(at(context.codingPath))."
    case .keyNotFound(let key, let context): "The key '\(declared(key))' is missing\(at(context.codingPath))."
    case .dataCorrupted(let context): "The value cannot be read\(at(context.codingPath))."
    @unknown default: "The value cannot be read."
    }
  }

  /// The name of a key that stands in the program. Any other, such as a dictionary's, is a part of the answer: `*`.
  private static func declared(_ key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
  }

  /// Such as ` (at user.tags[2])`; nothing for the whole value.
  private static func at(_ path: [any CodingKey], name: (any CodingKey) -> String = declared) -> String {
    let place = path.reduce("") { place, key in
      // A key that is the text of its number is a dictionary's; an index is named otherwise.
      if let index = key.intValue, key.stringValue != "\(index)" { return "\(place)[\(index)]" }
      return place.isEmpty ? name(key) : "\(place).\(name(key))"
    }
    return place.isEmpty ? "" : " (at \(place))"
  }
}
