import Foundation
import Moya

/// The tests call code of Moya 13 and 14 through this protocol, so they get no warnings about deprecated names.
protocol Spellings {
  func isCancelled(_ error: MoyaError) -> Bool
  func isCancelledError(_ error: Error) -> Bool
  func providers() -> [MoyaProvider<NoteByID>]
  func request(_ url: URL) throws -> URLRequest
}

struct EarlierSpellings: Spellings {
  @available(*, deprecated)
  func providers() -> [MoyaProvider<NoteByID>] {
    let manager: Manager = MoyaProvider<NoteByID>.defaultAlamofireManager()
    let byScheme: (AuthorizationType) -> String = { scheme in scheme == .bearer ? "t" : "" }
    let quiet = NetworkLoggerPlugin(verbose: true, responseDataFormatter: { data in data })
    quiet.configuration.output = { _, _ in }
    return [
      MoyaProvider(stubClosure: MoyaProvider.immediatelyStub, manager: manager, plugins: [AccessTokenPlugin { "t" }]),
      MoyaProvider(
        stubClosure: MoyaProvider.immediatelyStub, plugins: [quiet, AccessTokenPlugin(tokenClosure: byScheme)]),
    ]
  }

  @available(*, deprecated)
  func request(_ url: URL) throws -> URLRequest {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = Manager.defaultHTTPHeaders
    let provider = MoyaProvider<NoteByID>(manager: Manager(configuration: configuration))
    let policy: NSURLRequest.CachePolicy = .reloadIgnoringLocalCacheData
    var request = URLRequest(url: url, cachePolicy: policy, timeoutInterval: 5)
    request.allHTTPHeaderFields = provider.manager.sessionHeaders.dictionary
    return try URLEncoding.methodDependent.encode(request, with: ["page": 1])
  }

  @available(*, deprecated)
  func isCancelled(_ error: MoyaError) -> Bool {
    switch error {
    case .underlying(AFError.explicitlyCancelled, _): return true
    default: return false
    }
  }

  @available(*, deprecated)
  func isCancelledError(_ error: Error) -> Bool {
    guard let error = error.asAFError else { return false }
    if case .explicitlyCancelled = error { return error.isExplicitlyCancelledError }
    return false
  }
}
