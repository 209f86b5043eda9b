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

/// The text of any error, without Foundation's `localizedDescription`.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    let text = "\(error)"
    // An NSError prints `Error Domain=… Code=… "its localized description"`; nothing else leads to that text here.
    guard String(reflecting: type(of: error)) == "Foundation.NSError",
      let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end
    else { return text }
    return String(text[text.index(after: start)..<end])
  }
}
