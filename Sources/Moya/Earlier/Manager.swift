/// Moya 13's name for a session.
@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Session {
  /// Moya 13.
  @available(*, deprecated, message: "say HTTPHeaders.default")
  public static var defaultHTTPHeaders: [String: String] { HTTPHeaders.default.dictionary }
}

extension MoyaProvider {
  /// Moya 13.
  @available(*, deprecated, renamed: "session")
  public var manager: Session { session }

  /// Moya 13.
  @available(*, deprecated, message: "say session:")
  public convenience init(
    endpointClosure: @escaping EndpointClosure = { $0.endpoint },
    requestClosure: @escaping RequestClosure = { RequestMapping.map($0, closure: $1) },
    stubClosure: @escaping StubClosure = { _ in .never }, callbackQueue: DispatchQueue? = nil, manager: Session,
    plugins: [any PluginType] = [], trackInflights: Bool = false
  ) {
    self.init(
      endpointClosure: endpointClosure, requestClosure: requestClosure, stubClosure: stubClosure,
      callbackQueue: callbackQueue, session: manager, plugins: plugins, trackInflights: trackInflights)
  }

  @available(*, deprecated, renamed: "defaultAlamofireSession")
  public final class func defaultAlamofireManager() -> Session { defaultAlamofireSession() }
}
