extension URL {
  /// The URL of a target: its base with the path appended. An empty path leaves the base untouched, query included.
  public init<Target: TargetType>(target: Target) {
    let base = target.baseURL
    self = target.path.isEmpty ? base : URL(string: URLText.of(target)) ?? base
  }
}

extension TargetType {
  /// `baseURL` and `path` together. Of a `ServiceTarget`: a path that is a whole URL; any other under `service:/`,
  /// which stands for the root that only the provider's `ServiceDefaults` know.
  public var fullURL: URL { URL(target: self) }
}

extension URLText {
  /// The URL of a target: its base and path. A whole URL as the path needs no base where that is not known yet.
  static func of(_ target: some TargetType) -> String {
    let (url, path) = (target.baseURL, target.path)
    // Made with `relativeTo:`: the path is joined to the relative part alone.
    if url.baseURL != nil, !path.isEmpty { return url.appendingPathComponent(path).absoluteString }
    let base = url.absoluteString
    return base == unsetRoot && isWhole(path) ? path : joining(base, path)
  }

  /// The base URL of targets that leave it to the provider's `ServiceDefaults`.
  static let unsetRoot = "service:/"
  static let unsetRootURL = URL(string: unsetRoot) ?? URL(filePath: "/")
}
