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

/// As Swift writes an enum, without the value that could not be encoded, and without what a URL may hide.
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
      "underlying(\(ErrorText.debug(error)), \(response.map { "\($0)" } ?? "nil"))"
    case .requestMapping(let url): "requestMapping(\"\(ErrorText.shown(url))\")"
    case .parameterEncoding(let error): "parameterEncoding(\(ErrorText.debug(error)))"
    }
  }

  public var debugDescription: String { description }
}

/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  /// For a developer, with its type where the error says no better.
  static func debug(_ error: any Error) -> String {
    (error as? EncodingError).map(of(encoding:)) ?? String(reflecting: error)
  }

  /// A URL that is none may hold anything anywhere: what might belong to a user or a query is left out.
  static func shown(_ url: String) -> String {
    if url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    return url[..<end] + (end < url.endIndex ? Redaction.mark : "")
  }

  /// The type and the place, never the value.
  private static func of(encoding error: EncodingError) -> String {
    guard case .invalidValue(let value, let context) = error else { return "The value cannot be encoded." }
    let place = context.codingPath.reduce("") { place, key in
      key.intValue.map { "\(place)[\($0)]" } ?? (place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)")
    }
    return "A value of type \(type(of: value)) cannot be encoded\(place.isEmpty ? "" : " (at \(place))")."
  }

  static func of(_ error: any Error) -> String {
    if let error = error as? EncodingError { return of(encoding: error) }
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    return foundationText(error) ?? "\(error)"
  }

  /// What an `NSError` carries for the user. Its description on Linux leaves that out, and the class itself cannot be
  /// named without Foundation; its stored properties can be looked at.
  private static func foundationText(_ error: any Error) -> String? {
    guard String(reflecting: type(of: error)) == "Foundation.NSError" else { return nil }
    let fields = Mirror(reflecting: error).children
    let info = fields.first { $0.label == "_userInfo" }?.value as? [String: Any]
    return info?["NSLocalizedDescription"] as? String
  }
}
