/// The error of a request.
public enum MoyaError: Error {
  /// The body is not an image of a known format.
  case imageMapping(Response)
  /// The body is not JSON.
  case jsonMapping(Response)
  /// The body is not text, or has no text at the key path.
  case stringMapping(Response)
  /// The JSON does not match the type.
  case objectMapping(any Error, Response)
  /// The value could not be encoded as JSON.
  case encodableMapping(any Error)
  /// The response has a status that validation rejects.
  case statusCode(Response)
  /// An error of the network, of a file or of the caller's code, with the response if there was one.
  case underlying(any Error, Response?)
  /// The endpoint's URL is not valid.
  case requestMapping(String)
  /// The parameters could not be encoded.
  case parameterEncoding(any Error)
}

extension MoyaError {
  /// The error of a cancelled request.
  package static var cancelled: MoyaError { .underlying(TransferError.cancelled, nil) }

  /// The response that came with the failure.
  public var response: Response? {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
      .objectMapping(_, let response), .statusCode(let response):
      response
    case .underlying(_, let response): response
    case .encodableMapping, .requestMapping, .parameterEncoding: nil
    }
  }

  /// The error that caused this error.
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
  /// The position of the case among the cases of the enum, from 0 to 8. `NSError` shows it as its code.
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

  /// A dictionary with Foundation's keys. It contains the text of this error, and the underlying error if there is one.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = ["NSLocalizedDescription": errorDescription ?? ""]
    info["NSUnderlyingError"] = underlyingError
    return info
  }

  // Foundation reads the two properties below when it converts this error to an `NSError`. Usually a conformance to
  // `CustomNSError` supplies them, but FoundationEssentials does not have this protocol.
  public var _code: Int { errorCode }
  public var _domain: String { Self.errorDomain }
}

extension MoyaError: LocalizedError {
  /// A text for the user.
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

/// The description that Swift would print for the enum, except for three omissions. It omits a missing response, the
/// value that could not be encoded or decoded, and the secret parts of a URL.
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
  /// The innermost `MoyaError`, without the `.underlying` wrappers around it.
  ///
  /// A validation failure arrives as `.underlying(.statusCode(response), response)`. For such a failure, `flat` is the
  /// `.statusCode`.
  public var flat: MoyaError {
    guard case .underlying(let error, let response) = self, let inner = error as? MoyaError else { return self }
    if case .underlying(let cause, nil) = inner, let response { return MoyaError.underlying(cause, response).flat }
    return inner.flat
  }

  /// One sentence that says what failed and why. It contains the status if there is a response.
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

/// Makes the text of any error, without Foundation's `localizedDescription`.
package enum ErrorText {
  /// Returns the text for a developer. It includes the error's type, unless the error has its own text.
  static func debug(_ error: any Error) -> String { CodingErrorText.of(error) ?? String(reflecting: error) }

  package static func of(_ error: any Error) -> String {
    CodingErrorText.of(error) ?? ErrorReason.shown(error) ?? "\(error)"
  }
}

/// Makes the text of an encoder's or a decoder's error. The text contains the type and the place, but no value. The
/// errors' own texts quote the value, for example a raw value that is not a case of an enum.
enum CodingErrorText {
  /// Returns the text for an error of an encoder or a decoder. Returns `nil` for any other error.
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

  /// Returns the name of a key that the program declares as a case of an enum. Returns `*` for any other key, for
  /// example for a key of a dictionary, because such a key is a part of the response.
  private static func declared(_ key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
  }

  /// Returns a text like ` (at user.tags[2])`. The text is empty if the error is about the whole value.
  private static func at(_ path: [any CodingKey], name: (any CodingKey) -> String = declared) -> String {
    let place = path.reduce("") { place, key in
      // The key of an array's element has a `stringValue` like `Index 2`. If the `stringValue` is only the number, the
      // key belongs to a dictionary.
      if let index = key.intValue, key.stringValue != "\(index)" { return "\(place)[\(index)]" }
      return place.isEmpty ? name(key) : "\(place).\(name(key))"
    }
    return place.isEmpty ? "" : " (at \(place))"
  }
}
