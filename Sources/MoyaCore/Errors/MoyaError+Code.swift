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
