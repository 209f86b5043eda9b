/// Which status codes make a response a success.
public enum ValidationType: Hashable, Sendable {
  /// Every status.
  case none
  /// 200 to 299.
  case successCodes
  /// 200 to 399.
  case successAndRedirectCodes
  /// Exactly these codes. An empty list accepts every status, like `none`.
  case customCodes([Int])

  /// The accepted codes. Empty if all codes are accepted.
  public var statusCodes: [Int] {
    switch self {
    case .none: []
    case .successCodes: Array(200..<300)
    case .successAndRedirectCodes: Array(200..<400)
    case .customCodes(let codes): codes
    }
  }

  /// Returns true if a response with this status is a success.
  public func accepts(_ statusCode: Int) -> Bool {
    switch self {
    case .none: true
    case .successCodes: 200..<300 ~= statusCode
    case .successAndRedirectCodes: 200..<400 ~= statusCode
    case .customCodes(let codes): codes.isEmpty || codes.contains(statusCode)
    }
  }
}
