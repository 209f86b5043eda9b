/// Alamofire's name for parameters.
public typealias Parameters = [String: Any]

/// Puts parameters into a request: into its query, its body, or elsewhere.
public protocol ParameterEncoding {
  /// The request with the parameters in it. `nil` parameters change nothing.
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest

  /// The same in place, which spares a copy of the request. Default: by the other form.
  func encode(_ parameters: [String: Any], into request: inout URLRequest) throws
}

extension ParameterEncoding {
  public func encode(_ parameters: [String: Any], into request: inout URLRequest) throws {
    request = try encode(request, with: parameters)
  }
}

/// Why parameters could not be encoded. Arrives as `MoyaError.parameterEncoding`. Names the place and type, no value.
public enum ParameterEncodingError: Error, Hashable, Sendable {
  case missingURL
  /// A type that JSON has no form for, and where it stands, such as `user.tags[2]`.
  case notJSON(type: String, at: String)
  /// Infinity or NaN, which JSON cannot write; a date that is NaN, which nothing can.
  case notFinite(at: String)
  /// Nested deeper than 512 levels.
  case tooDeep
  /// The body part of a composite task was given an encoding that writes to the query.
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
  /// The same error with the container's key or index in front of the place.
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

/// What can become a request.
public protocol URLRequestConvertible {
  func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
  /// The request, or `nil` when it cannot be made.
  public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
  public func asURLRequest() throws -> URLRequest { self }
}
