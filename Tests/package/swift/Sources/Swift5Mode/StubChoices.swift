import Moya

// The ways in which applications choose stubs. This file is compiled in Swift 5 mode and in Swift 6 mode. In both
// modes, a warning is an error.

struct Question: TargetType {
  var baseURL: URL { URL(filePath: "/") }
  var path: String { "" }
}

final class Switch: Sendable {
  let isOn = false
  func stub(_: Question) -> StubBehavior { isOn ? .immediate : .never }
}

func stubNothing(_: Question) -> StubBehavior { .never }

let isTest = true
let chosen = MoyaProvider<Question>(stubClosure: isTest ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub)
let chosenAtLength = MoyaProvider<Question>(
  stubClosure: isTest ? MoyaProvider<Question>.immediatelyStub : MoyaProvider<Question>.neverStub)
let inferred: MoyaProvider<Question> = MoyaProvider(
  stubClosure: isTest ? MoyaProvider.delayedStub(2) : MoyaProvider.neverStub)
let immediate = MoyaProvider<Question>(stubClosure: MoyaProvider.immediatelyStub)
let delayed = MoyaProvider<Question>(stubClosure: MoyaProvider.delayedStub(2))
let plain = MoyaProvider<Question>(stubClosure: stubNothing)
let called = MoyaProvider<Question>(stubClosure: {
  isTest ? MoyaProvider.immediatelyStub($0) : MoyaProvider<Question>.neverStub($0)
})

func capturing(_ flag: Switch) -> [MoyaProvider<Question>] {
  [
    MoyaProvider<Question>(stubClosure: { _ in flag.isOn ? .immediate : .delayed(seconds: 1) }),
    MoyaProvider<Question>(stubClosure: flag.stub),
  ]
}

func optional(_ stub: MoyaProvider<Question>.StubClosure?) -> MoyaProvider<Question> {
  MoyaProvider(stubClosure: stub ?? MoyaProvider.neverStub)
}

func generic<Target: TargetType>(_: Target.Type, isTest: Bool) -> MoyaProvider<Target> {
  MoyaProvider<Target>(stubClosure: isTest ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub)
}

struct Settings {
  var stub: MoyaProvider<Question>.StubClosure = MoyaProvider.neverStub
  var other: MoyaProvider<Question>.StubClosure = { _ in .immediate }

  init(isTest: Bool) {
    stub = isTest ? MoyaProvider.immediatelyStub : other
  }

  var provider: MoyaProvider<Question> { MoyaProvider(stubClosure: stub) }
}

final class Provider<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
  init(isTest: Bool) {
    super.init(stubClosure: isTest ? MoyaProvider.immediatelyStub : MoyaProvider<Target>.neverStub)
  }

  init(stub: @escaping StubClosure = MoyaProvider.immediatelyStub) {
    super.init(stubClosure: stub)
  }
}
