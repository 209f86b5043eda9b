extension URL {
  /// The URL of a target: its base with the path appended. An empty path leaves the base untouched, query included.
  public init<Target: TargetType>(target: Target) {
    let base = target.baseURL
    let path = target.path
    self = path.isEmpty ? base : URL(string: URLText.joining(base.absoluteString, path)) ?? base
  }
}

extension TargetType {
  /// `baseURL` and `path` together.
  public var fullURL: URL { URL(target: self) }
}
