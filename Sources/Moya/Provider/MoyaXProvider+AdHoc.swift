/// One request that has no definition of its own.
struct AdHocTarget: ServiceTarget {
  let url: String
  let method: Method
  let parameters: [String: Any]?
  let headers: [String: String]?

  var path: String { url }
  var validationType: ValidationType { .successCodes }

  /// Without service defaults the URL is all there is.
  var endpoint: Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: method, task: task,
      httpHeaderFields: headers)
  }
}

/// Requests without a target: an absolute URL, or a path under the root of the provider's `ServiceDefaults`. A status
/// outside 200 to 299 is a failure, and errors are flat: `.statusCode` for one.
extension MoyaXProvider {
  public typealias FlatCompletion<Value> = (Result<Value, MoyaError>) -> Void

  /// Parameters go into the query.
  @discardableResult
  public func get(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { $0 }
  }

  /// Parameters go into a JSON body.
  @discardableResult
  public func post(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { $0 }
  }

  /// `get`, and the response as JSON.
  @discardableResult
  public func getJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  /// `post`, and the response as JSON.
  @discardableResult
  public func postJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  private func start<Value>(
    _ method: Method, _ url: String, _ parameters: [String: Any]?, _ headers: [String: String]?,
    _ completion: @escaping FlatCompletion<Value>, _ map: @escaping (Response) throws -> Value
  ) -> any Cancellable {
    request(AdHocTarget(url: url, method: method, parameters: parameters, headers: headers)) { result in
      completion(
        Result { try map(result.get()) }.mapError { ($0 as? MoyaError ?? .underlying($0, nil)).flat })
    }
  }
}
