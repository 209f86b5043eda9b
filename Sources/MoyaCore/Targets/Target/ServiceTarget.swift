/// A target of a service whose root comes from ``ServiceDefaults``. The target specifies only its path and its
/// parameters.
public protocol ServiceTarget: TargetType {
  /// Parameters for the query, or for a JSON body if the method is POST, PUT or PATCH. Default: none.
  var parameters: [String: Any]? { get }
}

extension ServiceTarget {
  public var parameters: [String: Any]? { nil }

  /// A placeholder for the service's root. A provider with `ServiceDefaults` replaces it.
  public var baseURL: URL { URLText.unsetRootURL }

  public var task: Task {
    guard let parameters else { return .requestPlain }
    return .requestParameters(parameters: parameters, encoding: encoding)
  }

  private var encoding: any ParameterEncoding {
    switch method {
    case .post, .put, .patch: JSONEncoding.default
    default: URLEncoding.queryString
    }
  }
}

/// What all requests of a service have in common. It is a plain value that is passed to a provider.
///
/// The struct is `@unchecked Sendable`: parameters are `Any`. The library reads them while it builds requests, and
/// never changes them.
public struct ServiceDefaults: @unchecked Sendable {
  /// Root URLs by environment, for example "test" and "production".
  public var roots: [String: URL]
  /// The current environment.
  public var environment: String
  /// Header fields for every request. A target's own field takes precedence over a field with the same name. The case
  /// of names does not matter.
  public var headers: [String: String]
  /// Parameters for every request. The target's own parameters take precedence.
  public var parameters: [String: Any]
  /// The `timeout` of targets that specify none.
  public var timeout: TimeInterval?

  public init(
    roots: [String: URL], environment: String, headers: [String: String] = [:], parameters: [String: Any] = [:],
    timeout: TimeInterval? = 20
  ) {
    self.roots = roots
    self.environment = environment
    self.headers = headers
    self.parameters = parameters
    self.timeout = timeout
  }

  public init(
    root: URL, headers: [String: String] = [:], parameters: [String: Any] = [:], timeout: TimeInterval? = 20
  ) {
    self.init(roots: ["": root], environment: "", headers: headers, parameters: parameters, timeout: timeout)
  }

  /// The root of the current environment. `nil` if the environment has none.
  public var root: URL? { roots[environment] }

  /// Returns the target's endpoint with these defaults. If the target's path is an absolute URL, this URL is used
  /// instead of the root. If the target has its own base URL, or if its own endpoint has a complete URL, the URL of its
  /// own endpoint is used.
  public func endpoint(for target: any TargetType) -> Endpoint {
    let own = target.endpoint
    let url = url(of: target, endpoint: own)
    let task = task(own.task)
    return Endpoint(
      url: task == nil ? withQuery(url) : url, sampleResponseClosure: own.sampleResponseClosure,
      method: own.method, task: task ?? own.task, httpHeaderFields: merged(own.httpHeaderFields),
      timeout: own.timeout ?? timeout, partialDownload: own.partialDownload)
  }

  private func url(of target: any TargetType, endpoint: Endpoint) -> String {
    let (base, path) = (target.baseURL.absoluteString, target.path)
    if URLText.isWhole(path), endpoint.url == URLText.joining(base, path) { return path }
    if URLText.isWhole(endpoint.url) || base != URLText.unsetRoot { return endpoint.url }
    // Without a root, the endpoint has no usable URL. The request then fails with an error that names the missing root.
    guard let root else { return "" }
    return path.isEmpty ? root.absoluteString : root.appendingPathComponent(path).absoluteString
  }

  private func merged(_ own: [String: String]?) -> [String: String]? {
    var fields = HeaderFields(headers)
    for (name, value) in own ?? [:] { fields.set(name, to: value) }
    return fields.isEmpty ? nil : fields.dictionary
  }

  private func with(_ own: [String: Any]) -> [String: Any] { parameters.merging(own) { _, own in own } }

  private func withQuery(_ url: String) -> String {
    (try? URLEncoding.queryString.encode(URLRequest(urlText: url), with: parameters))?.urlText ?? url
  }

  /// Adds default parameters to the task's first set of parameters. A task without parameters gets them in its query.
  /// - Returns: the changed task, or `nil` if the task has no place for parameters. The caller then puts them into the
  ///   URL.
  private func task(_ task: Task) -> Task? {
    if parameters.isEmpty { return task }
    switch task {
    case .requestPlain: return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
    case .requestData(let data): return .requestCompositeData(bodyData: data, urlParameters: parameters)
    case .requestJSONEncodable, .requestCustomJSONEncodable, .uploadFile: return nil
    case .requestParameters(_, let encoding) where encoding is JSONValueEncoding: return nil
    case .requestParameters(let own, let encoding):
      return .requestParameters(parameters: with(own), encoding: encoding)
    case .requestCompositeData(let data, let own):
      return .requestCompositeData(bodyData: data, urlParameters: with(own))
    case .requestCompositeParameters(let own, let encoding, let query):
      return .requestCompositeParameters(bodyParameters: with(own), bodyEncoding: encoding, urlParameters: query)
    case .uploadMultipart(let forms): return .uploadCompositeMultipart(forms, urlParameters: parameters)
    case .uploadCompositeMultipart(let forms, let own):
      return .uploadCompositeMultipart(forms, urlParameters: with(own))
    case .downloadDestination(let destination):
      return .downloadParameters(
        parameters: parameters, encoding: URLEncoding.queryString, destination: destination)
    case .downloadParameters(let own, let encoding, let destination):
      return .downloadParameters(parameters: with(own), encoding: encoding, destination: destination)
    }
  }
}
