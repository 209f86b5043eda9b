import Moya

/// Encodes two sets of parameters from one dictionary: one for the body, and one for the query.
struct CompositeEncoding: ParameterEncoding {
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    guard let parameters else { return try urlRequest.asURLRequest() }
    let query = parameters["query"] as? [String: Any]
    let body = parameters["body"] as? [String: Any]
    let request = try URLEncoding.queryString.encode(urlRequest, with: query)
    return try JSONEncoding.default.encode(request, with: body)
  }
}

/// Encodes a JSON array as the body. The array is given to the initializer.
struct JSONListEncoding: ParameterEncoding {
  private let array: [String]

  init(_ array: [String]) { self.array = array }

  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try JSONEncoding.default.encode(urlRequest, withJSONObject: array)
  }
}

/// Encodes an `Encodable` as a property list.
struct PropertyListValueEncoding<Value: Encodable>: ParameterEncoding {
  private let value: Value

  init(_ value: Value) { self.value = value }

  func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    request.httpBody = try encoder.encode(value)
    request.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
    return request
  }
}
