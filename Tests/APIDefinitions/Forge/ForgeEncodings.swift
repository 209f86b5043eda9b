import Foundation
import Moya

/// Encodes an array as the root of a JSON body. The array is the value of one key of the parameters.
struct JSONArrayEncoding: ParameterEncoding {
  static let `default` = JSONArrayEncoding()

  func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    guard let array = parameters?["jsonArray"] else { return request }
    request.httpBody = try JSONSerialization.data(withJSONObject: array, options: [])
    if request.value(forHTTPHeaderField: "Content-Type") == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}

/// Encodes the parameters as a property list.
struct PropertyListEncoding: ParameterEncoding {
  static var xml: PropertyListEncoding { return PropertyListEncoding(format: .xml) }

  let format: PropertyListSerialization.PropertyListFormat

  func encode(_ urlRequest: URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var urlRequest = try urlRequest.asURLRequest()
    guard let parameters = parameters else { return urlRequest }
    if urlRequest.value(forHTTPHeaderField: "Content-Type") == nil {
      urlRequest.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
    }
    urlRequest.httpBody = try PropertyListSerialization.data(fromPropertyList: parameters, format: format, options: 0)
    return urlRequest
  }
}
