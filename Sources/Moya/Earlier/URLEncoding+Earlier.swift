extension URLEncoding {
  /// Moya 13.
  @available(*, deprecated, renamed: "default")
  public static var methodDependent: URLEncoding { .default }
}
