/// A target whose error responses have a body that the program reads. The function `value` of a provider throws this
/// body in a `ValueError`.
public protocol ErrorBodyTarget: TargetType {
  /// The type of an error body. If several statuses have different bodies, use an enum with a case for each body.
  associatedtype ErrorBody: Sendable

  /// Says which statuses have which error body. The first rule that can read the response is used.
  var errorBodies: [ErrorBodyRule<ErrorBody>] { get }
}

extension ErrorBodyTarget {
  /// Returns the error body of the response that came with an error.
  ///
  /// Returns `nil` for an error that is not `.statusCode`, and for a response that no rule can read, for example a
  /// proxy's page.
  public func errorBody(of error: MoyaError) -> ErrorBody? {
    guard case .statusCode(let response) = error.flat else { return nil }
    for rule in errorBodies where rule.statuses.contains(response.statusCode) {
      if let body = try? rule.read(response) { return body }
    }
    return nil
  }

  func valueError(_ error: MoyaError) -> ValueError<ErrorBody> {
    guard let body = errorBody(of: error), let response = error.response else { return .other(error) }
    return .statusCode(body, response)
  }
}

// MARK: - ErrorBodyRule

/// How the error body of some statuses is read.
public struct ErrorBodyRule<ErrorBody: Sendable>: Sendable {
  let statuses: Set<Int>
  let read: @Sendable (Response) throws -> ErrorBody

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - statuses: For example `[409, 422]` or `400...499`.
  ///   - read: Reads the response. If it throws, the next rule is tried. Called on any thread.
  public init(_ statuses: some Collection<Int>, read: @escaping @Sendable (Response) throws -> ErrorBody) {
    self.statuses = Set(statuses)
    self.read = read
  }

  /// Makes a rule for a JSON body of another type than the error body. It is decoded as in `Response.map`.
  ///
  /// - Parameters:
  ///   - statuses: For example `[409, 422]` or `400...499`.
  ///   - type: The type of the JSON body.
  ///   - keyPath: The place of the value in the JSON. If `nil`, the value is the whole body.
  ///   - decoder: The decoder.
  ///   - make: Makes the error body from the decoded value, for example a case of an enum.
  public static func json<Body: Decodable & Sendable>(
    _ statuses: some Collection<Int>, as type: Body.Type = Body.self, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder = JSONDecoder(), _ make: @escaping @Sendable (Body) -> ErrorBody
  ) -> ErrorBodyRule {
    ErrorBodyRule(statuses) { response in make(try response.map(Body.self, atKeyPath: keyPath, using: decoder)) }
  }
}

extension ErrorBodyRule where ErrorBody: Decodable {
  /// Makes a rule for a JSON body that is the error body itself. It is decoded as in `Response.map`.
  public static func json(
    _ statuses: some Collection<Int>, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder()
  ) -> ErrorBodyRule {
    ErrorBodyRule(statuses) { response in try response.map(ErrorBody.self, atKeyPath: keyPath, using: decoder) }
  }
}

// MARK: - ValueError

/// The error of `value` for a target that names the types of its error bodies.
public enum ValueError<ErrorBody: Sendable>: Error {
  /// The status of the response is not accepted, and a rule of the target has read the body of the response.
  case statusCode(ErrorBody, Response)
  /// Any other failure. This includes a response whose status is not accepted and whose body no rule can read.
  case other(MoyaError)
}

extension ValueError {
  /// The body of the error response.
  public var errorBody: ErrorBody? {
    guard case .statusCode(let body, _) = self else { return nil }
    return body
  }

  /// The response that came with the failure.
  public var response: Response? { moyaError.response }

  /// The same failure as the error that `request` throws.
  public var moyaError: MoyaError {
    switch self {
    case .statusCode(_, let response): .statusCode(response)
    case .other(let error): error
    }
  }

  /// One sentence that says what failed and why. It contains no value of the response.
  public var message: String { moyaError.message }
}

extension ValueError: LocalizedError {
  public var errorDescription: String? { moyaError.errorDescription }
}

/// The description shows the type of the error body, and not its values, because they are a part of the response.
extension ValueError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch self {
    case .statusCode(_, let response): "statusCode(\(ErrorBody.self), \(response))"
    case .other(let error): "other(\(error))"
    }
  }

  public var debugDescription: String { description }
}
