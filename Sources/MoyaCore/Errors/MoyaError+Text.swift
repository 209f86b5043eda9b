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
