/// A target that says how `value` and `pages` decode its responses. An argument of the call takes precedence.
///
/// The properties have the same meaning as the parameters of `Response.map`.
public protocol DecodingTarget: TargetType {
  /// The place of the value in the JSON of a response. Default: `nil`, which means the whole body.
  var valueKeyPath: String? { get }

  /// The decoder of the value. Default: a new `JSONDecoder`.
  var valueDecoder: JSONDecoder { get }

  /// Whether an empty body is an error. If false, an empty body is read as `{}` or as `[{}]`, whichever matches the
  /// type. Default: `true`.
  var failsOnEmptyData: Bool { get }
}

extension DecodingTarget {
  public var valueKeyPath: String? { nil }
  public var valueDecoder: JSONDecoder { JSONDecoder() }
  public var failsOnEmptyData: Bool { true }
}

/// A target whose responses all have a value of one type. If a caller expects another type, the code does not compile.
///
/// A `MoyaProvider<MultiTarget>` and a `MoyaXProvider` take any such target.
public protocol ValueTarget: DecodingTarget {
  /// The type of the value. A `Decodable` is decoded as `DecodingTarget` says. `Void` reads nothing.
  associatedtype Value: Sendable

  /// Reads the value. Called for responses whose status is accepted. Implement it for a value that is neither
  /// `Decodable` nor `Void`, or that is not JSON.
  func value(of response: Response) throws -> Value
}

extension ValueTarget where Value: Decodable {
  public func value(of response: Response) throws -> Value {
    try response.map(
      Value.self, atKeyPath: valueKeyPath, using: valueDecoder, failsOnEmptyData: failsOnEmptyData)
  }
}

extension ValueTarget where Value == Void {
  public func value(of response: Response) throws {}
}

// MARK: - ValueTypeError

/// The error of a call that asks for another type than its target's `Value`. The response does not match the type that
/// the call asked for. A `MoyaError.objectMapping` contains this error.
public struct ValueTypeError: LocalizedError {
  /// Why the response does not match the type, for example a `DecodingError`.
  public let underlyingError: any Error
  private let types: String

  /// Returns `nil` if `type` is the type of the target's value. In that case, the type cannot be the reason for the
  /// error.
  init?<Target: ValueTarget>(_ error: any Error, reading target: Target, as type: Any.Type) {
    if type == Target.Value.self { return nil }
    underlyingError = error
    types = "The value of \(Target.self) is of type \(Target.Value.self), but it was read as \(type)."
  }

  /// Names the target and both types. It contains no value of the response.
  public var errorDescription: String? { "\(types) \(ErrorText.of(underlyingError))" }
}

extension ValueTypeError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { errorDescription ?? types }
  public var debugDescription: String { description }
}
