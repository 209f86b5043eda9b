/// A target of a service whose root comes from `ServiceDefaults`: it says its path and its parameters.
public protocol ServiceTarget: TargetType {
  /// In the query, or as a JSON body where the method is POST, PUT or PATCH. Default: none.
  var parameters: [String: Any]? { get }
}

extension ServiceTarget {
  public var parameters: [String: Any]? { nil }

  /// Stands for the service's root until a provider with `ServiceDefaults` puts that in its place.
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
