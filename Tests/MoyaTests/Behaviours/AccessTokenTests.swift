import Moya
import MoyaTestSupport
import Testing

@Suite struct AccessTokenTests {
  private func header(_ target: any TargetType) -> String? {
    AccessTokenPlugin { _ in "eyeAm.AJsOn.weBTOKen" }
      .prepare(URLRequest(url: target.baseURL), target: target)
      .value(forHTTPHeaderField: "Authorization")
  }

  @Test func `behaviour 1: a plain target gets no Authorization`() {
    #expect(header(GitHub.zen) == nil)
  }

  @Test func `behaviour 2: an authorizable target without a type gets none`() {
    #expect(header(Secured(authorizationType: nil)) == nil)
  }

  @Test(arguments: [
    (AuthorizationType.basic, "Basic"), (.bearer, "Bearer"),
    (.custom("CustomAuthorizationHeader"), "CustomAuthorizationHeader"),
  ])
  func `behaviour 3, behaviour 4, behaviour 5: the scheme stands before the token`(
    type: AuthorizationType, scheme: String
  ) {
    #expect(header(Secured(authorizationType: type)) == "\(scheme) eyeAm.AJsOn.weBTOKen")
  }

  @Test func `a MultiTarget is unwrapped before the token is asked for`() {
    let seen = Locked<[String]>([])
    let plugin = AccessTokenPlugin { target in
      seen.with { $0.append("\(type(of: target))") }
      return "t"
    }
    let target = MultiTarget(Secured(authorizationType: .bearer))
    let request = plugin.prepare(URLRequest(url: GitHub.base), target: target)
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer t")
    #expect(seen.current == ["Secured"])
  }

  @Test func `behaviour 124: a bearer token is on the request of the response`() throws {
    let provider = MoyaProvider<Secured>(
      stubClosure: MoyaProvider.immediatelyStub, plugins: [AccessTokenPlugin { _ in "tok" }])
    let ending = Ending()
    provider.request(Secured(authorizationType: .bearer), completion: ending.completion)
    #expect(try ending.response().request?.value(forHTTPHeaderField: "Authorization") == "Bearer tok")
  }
}
