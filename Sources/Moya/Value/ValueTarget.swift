/// A target that says how `value` and `pages` decode its responses. An argument of the call takes precedence.
///
/// The parameters of `Response.map` have the same meaning.
public protocol DecodingTarget: TargetType {
  /// The place of the value in the JSON of a response. Default: `nil`, which means the whole body.
  var valueKeyPath: String? { get }

  /// The decoder of the value. Default: a new `JSONDecoder`.
  var valueDecoder: JSONDecoder { get }

  /// Whether an empty body is an error. If false, it is read as `{}` or as `[{}]`, whichever matches the type. Default:
  /// `true`.
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
