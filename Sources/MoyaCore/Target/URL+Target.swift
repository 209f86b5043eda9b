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
