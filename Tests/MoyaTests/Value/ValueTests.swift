import Moya
import MoyaTestSupport
import Testing

/// Values that calls decode. Either the caller or the target says the type of the value.
@Suite struct ValueTests {
  struct Row: Sendable {
    let body: String
    var keyPath: String?
    var fails = true
    var account: Account?
    /// `MoyaError.errorCode`, if there is no value.
    var code: Int?
  }

  @Test(arguments: [
    Row(body: #"{"login": "ann"}"#, account: Account(login: "ann")),
    Row(body: #"{"login": "ann"}"#, keyPath: "", account: Account(login: "ann")),
    Row(body: #"{"data": [{"login": "ann"}]}"#, keyPath: "data.0", account: Account(login: "ann")),
    Row(body: "", fails: false, account: Account()),
    Row(body: "", keyPath: "data", fails: false, account: Account()),
    Row(body: "", code: 3),
    Row(body: "[]", code: 3),
    Row(body: "<html>", code: 3),
    Row(body: "{}", keyPath: "data", code: 3),
    Row(body: "<html>", keyPath: "data", code: 1),
  ])
  func `a value is decoded as Response map decodes it`(row: Row) async {
    let response = Response(statusCode: 200, data: Data(row.body.utf8))
    let mapped = try? response.map(Account.self, atKeyPath: row.keyPath, failsOnEmptyData: row.fails)
    #expect(mapped == row.account)
    let provider = MoyaProvider<Probe>(session: .answering(200, row.body))
    do throws(MoyaError) {
      let account: Account = try await provider.value(Probe(), atKeyPath: row.keyPath, failsOnEmptyData: row.fails)
      #expect(account == row.account)
    } catch {
      #expect(error.errorCode == row.code)
      #expect(error.response?.data == Data(row.body.utf8))
    }
  }

  // MARK: Statuses

  struct Status: Sendable {
    let status: Int
    let validation: ValidationType
    let isAccepted: Bool
  }

  @Test(arguments: [
    Status(status: 200, validation: .none, isAccepted: true),
    Status(status: 299, validation: .none, isAccepted: true),
    Status(status: 300, validation: .none, isAccepted: false),
    Status(status: 404, validation: .none, isAccepted: false),
    Status(status: 404, validation: .customCodes([]), isAccepted: false),
    Status(status: 404, validation: .customCodes([404]), isAccepted: true),
    Status(status: 200, validation: .customCodes([404]), isAccepted: false),
    Status(status: 302, validation: .successAndRedirectCodes, isAccepted: true),
    Status(status: 302, validation: .successCodes, isAccepted: false),
  ])
  func `a status of 200 to 299 is a success, unless the target has a validation`(row: Status) async {
    var target = Probe()
    target.validationType = row.validation
    let session = Session.answering(row.status, #"{"login": "ann"}"#)
    do throws(MoyaError) {
      let account = try await MoyaProvider<Probe>(session: session).value(target, as: Account.self)
      #expect(account == Account(login: "ann"))
      #expect(row.isAccepted)
    } catch {
      #expect(!row.isAccepted)
      guard case .statusCode(let response) = error else {
        Issue.record("an outer error: \(error)")
        return
      }
      #expect(response.statusCode == row.status)
      #expect(!response.data.isEmpty)
    }
  }

  // MARK: Targets

  /// Who sends the request.
  enum Face: CaseIterable, Sendable { case plain, multi, untyped, generic }

  private func decoded(_ face: Face, _ session: Session) async throws(MoyaError) -> Account {
    switch face {
    case .plain: try await MoyaProvider<Decoded>(session: session).value(Decoded())
    case .multi: try await MoyaProvider<MultiTarget>(session: session).value(MultiTarget(Decoded()))
    case .untyped: try await MoyaXProvider(session: session).value(Decoded(), as: Account.self)
    case .generic: try await MoyaXGenericProvider<Decoded>(session: session).value(Decoded(), as: Account.self)
    }
  }

  @Test(arguments: Face.allCases)
  func `a target says its key path, its decoder and whether an empty body is an error`(face: Face) async throws {
    let session = Session.answering(200, #"{"data": {"full_name": "Ann"}}"#)
    #expect(try await decoded(face, session) == Account(fullName: "Ann"))
    #expect(try await decoded(face, .answering(200, "")) == Account())
  }

  @Test func `an argument takes precedence over what the target says`() async throws {
    let provider = MoyaProvider<Decoded>(session: .answering(200, #"{"other": {"fullName": "Ann"}}"#))
    let account: Account = try await provider.value(Decoded(), atKeyPath: "other", using: JSONDecoder())
    #expect(account == Account(fullName: "Ann"))
    await #expect(throws: MoyaError.self) {
      let provider = MoyaProvider<Decoded>(session: .answering(200, ""))
      let _: Account = try await provider.value(Decoded(), failsOnEmptyData: true)
    }
  }

  private func account(_ face: Face, _ session: Session) async throws(MoyaError) -> Account {
    switch face {
    case .plain: try await MoyaProvider<GetAccount>(session: session).value(GetAccount())
    case .multi: try await MoyaProvider<MultiTarget>(session: session).value(GetAccount())
    case .untyped: try await MoyaXProvider(session: session).value(GetAccount())
    case .generic: try await MoyaXGenericProvider<GetAccount>(session: session).value(GetAccount())
    }
  }

  @Test(arguments: Face.allCases)
  func `a target says the type of its value`(face: Face) async throws {
    #expect(try await account(face, .answering(200, #"{"login": "ann"}"#)) == Account(login: "ann"))
  }

  @Test func `a value may be nothing, and a target may read it itself`() async throws {
    try await MoyaXProvider(session: .answering(204, "")).value(RemoveAccount())
    #expect(try await MoyaXProvider(session: .answering(200, "four")).value(CountBytes()) == 4)
  }

  @Test func `an error of the target's own function arrives with the response`() async {
    do throws(MoyaError) {
      _ = try await MoyaXProvider(session: .answering(200, "odd")).value(CountBytes())
      Issue.record("it should fail")
    } catch {
      guard case .objectMapping(let cause, let response) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(cause is CountBytes.Odd)
      #expect(response.data == Data("odd".utf8))
    }
  }

  private struct Team: Decodable, Sendable {
    let members: [String]
  }

  @Test func `a target in a MultiTarget does not say its type, so another type fails with an error that names both`()
    async throws
  {
    let provider = MoyaProvider<MultiTarget>(session: .answering(200, #"{"login": "ann"}"#))
    let account: Account = try await provider.value(.target(GetAccount()))
    #expect(account == Account(login: "ann"))
    do throws(MoyaError) {
      let team: Team = try await provider.value(.target(GetAccount()))
      Issue.record("it should fail: \(team)")
    } catch {
      let types = "The value of GetAccount is of type Account, but it was read as Team."
      #expect(error.message == "Failed to map data to a Decodable object. \(types) The key 'members' is missing.")
      #expect((error.underlyingError as? ValueTypeError)?.underlyingError is DecodingError)
      #expect("\(error)".contains(types))
    }
  }

  // MARK: Requests

  /// A subclass of the provider, as applications write it. It counts the requests.
  private final class Subclass: MoyaProvider<Probe>, @unchecked Sendable {
    let count = Locked(0)

    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      count.with { $0 += 1 }
      return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
    }
  }

  @Test func `a provider's own request sends the request of a value`() async throws {
    let provider = Subclass(session: .answering(200, "[1]"))
    let numbers: [Int] = try await provider.value(Probe())
    #expect(numbers == [1])
    #expect(provider.count.current == 1)
  }

  @Test func `a backend of one call answers it`() async throws {
    let rules = StubRules()
    rules.add(.any, answer: .text(200, #"{"login": "own"}"#))
    let provider = MoyaXProvider(session: .answering(500, ""))
    #expect(try await provider.value(GetAccount(), backend: rules) == Account(login: "own"))
    #expect(try await provider.value(Probe(), as: Account.self, backend: rules) == Account(login: "own"))
  }

  @Test func `a cancelled task sends nothing for a value`() async {
    let rules = StubRules()
    rules.add(.any, answer: .text(200, "[1]"))
    let provider = MoyaProvider<Probe>(session: Session(backend: rules))
    let kind = await _Concurrency.Task { () -> TransferError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(MoyaError) {
        _ = try await provider.value(Probe(), as: [Int].self)
        return nil
      } catch {
        return error.transferKind
      }
    }.value
    #expect(kind == .cancelled)
    #expect(rules.requests.isEmpty)
  }
}
