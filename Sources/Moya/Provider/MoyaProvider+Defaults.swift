extension MoyaProvider {
  // Values, not functions: in Swift 6 mode the compiler gives up at `stub ? MoyaProvider.immediatelyStub :
  // MoyaProvider.neverStub` when they are static functions of a generic class.

  /// Nothing is stubbed.
  public final class var neverStub: (Target) -> StubBehavior { { _ in .never } }

  /// Everything is stubbed, and completes before `request` returns.
  public final class var immediatelyStub: (Target) -> StubBehavior { { _ in .immediate } }

  /// Everything is stubbed, and completes after this many seconds.
  public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> StubBehavior {
    { _ in .delayed(seconds: seconds) }
  }

  /// What the target's properties say, as in Moya. Not its own `endpoint`, which may be made with this.
  public final class func defaultEndpointMapping(for target: Target) -> Endpoint { Endpoint(target: target) }

  /// The endpoint's own request, at once. An error other than `.requestMapping` and `.parameterEncoding` arrives as
  /// `.underlying`, as in Moya.
  public final class func defaultRequestMapping(
    for endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void
  ) {
    RequestMapping.map(endpoint, closure: closure)
  }

  /// A session of its own: libcurl, the default headers, nothing started before it is asked for.
  public final class func defaultAlamofireSession() -> Session { Session() }
}

@usableFromInline
enum RequestMapping {
  @usableFromInline
  static func map(_ endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void) {
    closure(Result { () throws(MoyaError) in try endpoint.mappedRequest() })
  }
}
