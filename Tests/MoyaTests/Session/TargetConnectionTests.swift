import Moya
import MoyaTestSupport
import Testing

/// A Swift target that connects differently from its session. The server is nginx.
@Suite(.timeLimitOfAll) struct TargetConnectionTests {
  private struct Own: TargetType {
    var baseURL: URL
    let path = ""
    var connection: ConnectionOverrides?
  }

  private static let identity = ClientIdentity(
    certificate: .memory(Peers.shared.file("valid.pem")), key: .memory(Peers.shared.file("leaf.key")))

  private let session: Session = {
    let configuration = URLSessionConfiguration.default
    configuration.certificateAuthorityFile = Peers.shared.authority
    configuration.proxy = ""
    return Session(configuration: configuration)
  }()

  private func ending(_ url: String, _ connection: ConnectionOverrides?) throws -> Ending {
    let ending = Ending()
    let target = Own(baseURL: try #require(URL(string: url)), connection: connection)
    MoyaProvider<MultiTarget>(session: session).request(MultiTarget(target), completion: ending.completion)
    return ending
  }

  private func body(_ url: String, _ connection: ConnectionOverrides?) throws -> String {
    String(decoding: try ending(url, connection).response().data, as: UTF8.self)
  }

  @Test func `a target's certificate is shown for it alone, on connections of its own`() throws {
    let url = "https://\(Peers.shared.peer("asks"))/"
    var own = ConnectionOverrides()
    own.identity = TargetConnectionTests.identity
    for _ in 0..<2 {
      #expect(try body(url, nil).contains("certificate=NONE"))
      #expect(try body(url, own).contains("certificate=SUCCESS"))
      #expect(try body(url + "away", own).contains("certificate=NONE"))
    }
    own.identity?.hosts = ["*"]
    #expect(try body(url + "away", own).contains("certificate=SUCCESS"))
  }

  @Test func `a target's guard holds where another target has connected`() throws {
    let url = "http://\(Peers.shared.peer("plain"))/small"
    var own = ConnectionOverrides()
    own.addressGuard = AddressGuard()
    for _ in 0..<2 {
      #expect(try body(url, nil) == "welcome")
      #expect(throws: MoyaError.self) { try ending(url, own).response() }
    }
    own.addressGuard = AddressGuard(exceptions: ["127.0.0.1", "::1"])
    #expect(try body(url, own) == "welcome")
  }

  @Test func `a target that checks nothing lends its connection to no target that checks`() throws {
    let url = "https://\(Peers.shared.peer("self-signed"))/"
    var own = ConnectionOverrides()
    own.trust = [HostTrust("*", .none)]
    for _ in 0..<2 {
      #expect(try body(url, own) == "bad")
      #expect(throws: MoyaError.self) { try ending(url, nil).response() }
    }
  }

  @Test func `what cannot be used fails the request, with the reason`() throws {
    var own = ConnectionOverrides()
    own.trust = [HostTrust("*", pins: ["secret"])]
    let ending = try ending("https://\(Peers.shared.peer("tls"))/small", own)
    let error = #expect(throws: MoyaError.self) { try ending.response() }
    let message = "the target's tls.trust[0] cannot be used: a pin of it is not"
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
  }
}
