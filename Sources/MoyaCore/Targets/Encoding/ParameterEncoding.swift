/// Alamofire's name for parameters.
public typealias Parameters = [String: Any]

/// Writes parameters into a request: into its query, its body, or elsewhere.
public protocol ParameterEncoding: SendableMetatype {
  /// Returns the request with the parameters in it. If `parameters` is `nil`, the request is unchanged.
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest

  /// Writes the parameters into the request in place, without a copy. The default implementation calls the other
  /// `encode`.
  func encode(_ parameters: [String: Any], into request: inout URLRequest) throws
}

extension ParameterEncoding {
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws {
    request = try encode(request, with: parameters)
  }
}

/// Why parameters could not be encoded. The error arrives as `MoyaError.parameterEncoding`. It contains the place and
/// the type, but no value.
public enum ParameterEncodingError: Error, Hashable, Sendable {
  case missingURL
  /// A type that JSON cannot represent, and its place, for example `user.tags[2]`.
  case notJSON(type: String, at: String)
  /// The value is infinity or NaN, which JSON cannot represent, or a date that is NaN, which no encoding can represent.
  case notFinite(at: String)
  /// The parameters are nested deeper than 512 levels.
  case tooDeep
  /// The `bodyEncoding` of a `requestCompositeParameters` is a `URLEncoding` whose destination is not `httpBody`.
  case compositeBodyInQuery
}

extension ParameterEncodingError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .missingURL: "The request has no URL."
    case .notJSON(let type, let place): "A value of type \(type) cannot be written as JSON\(Self.at(place))."
    case .notFinite(let place): "Infinity and NaN cannot be written\(Self.at(place))."
    case .tooDeep: "The parameters are nested deeper than \(JSONWriter.maximumDepth) levels."
    case .compositeBodyInQuery: "The body of a composite task needs an encoding that writes to the body."
    }
  }

  private static func at(_ place: String) -> String { place.isEmpty ? "" : " (at \(place))" }
}

extension ParameterEncodingError {
  /// Returns the same error with a longer place: `step`, which is a key or an index, comes before the present place.
  func under(_ step: String) -> ParameterEncodingError {
    switch self {
    case .notJSON(let type, let place): .notJSON(type: type, at: Self.join(step, place))
    case .notFinite(let place): .notFinite(at: Self.join(step, place))
    case .missingURL, .tooDeep, .compositeBodyInQuery: self
    }
  }

  private static func join(_ step: String, _ place: String) -> String {
    place.isEmpty || place.hasPrefix("[") ? step + place : "\(step).\(place)"
  }
}

/// A value that can become a request.
public protocol URLRequestConvertible: SendableMetatype {
  func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
  /// The request, or `nil` if it cannot be made.
  public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
  public func asURLRequest() throws -> URLRequest { self }
}
