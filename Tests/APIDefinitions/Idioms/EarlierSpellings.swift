import Foundation
import Moya

/// Code of Moya 13 and 14. Called through the protocol, so that the tests are not told what the code is told.
protocol Spellings {
  func providers() -> [MoyaProvider<NoteByID>]
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
}
