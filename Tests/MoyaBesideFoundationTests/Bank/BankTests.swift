import Foundation
import Moya
import Testing

@Suite struct BankTests {
  /// One function for all targets: the answer's type follows from the target's.
  private final class Bank {
    private let provider: MoyaProvider<MultiTarget>
    private(set) var last: URLRequest?

    init(plugins: [PluginType]) {
      provider = MoyaProvider<MultiTarget>(stubClosure: MoyaProvider.immediatelyStub, plugins: plugins)
    }

    func send<T: BankTarget>(_ target: T, completion: @escaping (Result<T.Answer, MoyaError>) -> Void) {
      provider.request(MultiTarget(target)) { result in
        switch result {
        case let .success(response):
          self.last = response.request
          do { completion(.success(try response.map(T.Answer.self))) } catch let error as MoyaError {
            completion(.failure(error))
          } catch { completion(.failure(.underlying(error, response))) }
        case let .failure(error): completion(.failure(error))
        }
      }
    }

    func raw(_ target: TargetType) -> URLRequest? {
      var request: URLRequest?
      provider.request(MultiTarget(target)) { request = (try? $0.get())?.request }
      return request
    }
  }

  private let bank = Bank(plugins: [AccessTokenPlugin { _ in "tok" }])

  @Test func `targets by struct go through one MultiTarget provider`() throws {
    var accounts: [String]?
    var balance: Amount?
    bank.send(Accounts()) { accounts = try? $0.get() }
    bank.send(Balance(account: "a b")) { balance = try? $0.get() }
    #expect(accounts == ["a", "b"])
    #expect(balance == Amount(value: 12, currency: "EUR"))
    #expect(bank.last?.url?.absoluteString == "https://bank.example/v3/accounts/a%20b/balance")
    #expect(bank.last?.value(forHTTPHeaderField: "Authorization") == "Bearer tok")
    #expect(bank.last?.value(forHTTPHeaderField: "X-Request") == "1")
  }

  @Test func `bodies, downloads and forms keep their kind behind a MultiTarget`() throws {
    let amount = Amount(value: 5, currency: "EUR")
    #expect(bank.raw(Transfer(to: "x", amount: amount))?.httpBody == Data(#"{"currency":"EUR","value":5}"#.utf8))
    #expect(
      bank.raw(Statement(year: 2026, folder: FileManager.default.temporaryDirectory))?.url?.query == "year=2026")
    #expect(
      bank.raw(Identify(scan: Data([1])))?.value(forHTTPHeaderField: "Content-Type")
        == "multipart/form-data; boundary=BB")
  }

  @Test func `an enum beside them shares the provider`() throws {
    let cards: [(Cards, String)] = [
      (.list, "GET /cards"), (.card("1"), "GET /cards/1"), (.order(kind: "gold"), "POST /cards"),
      (.block("1"), "POST /cards/1/block"), (.limit("1", 9), "PATCH /cards/1/limit"),
      (.pin("1", Data("x".utf8)), "PUT /cards/1/pin"), (.delete("1"), "DELETE /cards/1"),
    ]
    for (card, expected) in cards {
      let request = try #require(bank.raw(card))
      #expect("\(request.httpMethod ?? "") \(request.url?.path ?? "")" == expected)
      #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    }
  }
}
