import Moya
import MoyaTestSupport
import Testing

/// Tests with real servers. They are about passwords, and about servers that must not be trusted.
@Suite(.timeLimitOfAll) struct SecretTests {
  private let peers = Peers.shared
  private let log = Locked("")

  private var logger: NetworkLoggerPlugin {
    NetworkLoggerPlugin(
      configuration: .init(
        output: { [log] _, lines in log.with { $0 += lines.joined(separator: "\n") + "\n" } },
        logOptions: [.verbose, .formatRequestAscURL]))
  }

  private func session(_ configure: (URLSessionConfiguration) -> Void = { _ in }) -> Session {
    let configuration = URLSessionConfiguration.default
    configuration.certificateAuthorityFile = peers.authority
    configuration.proxy = ""
    configure(configuration)
    return Session(configuration: configuration)
  }

  private func target(_ url: String) -> Probe {
    var target = Probe()
    target.baseURL = URL(string: url) ?? target.baseURL
    return target
  }

  @Test(arguments: ["digest", "h2"])
  func `a password answers its challenge and is in no log`(port: String) throws {
    let credential = CredentialsPlugin { _ in
      URLCredential(user: "user", password: Peers.password, persistence: .none)
    }
    let proxied = session { $0.proxy = "http://user:\(Peers.password)@\(peers.peer("guarded-proxy"))" }
    let provider = MoyaProvider<Probe>(session: proxied, plugins: [credential, logger])
    let ending = Ending()
    let url = port == "h2" ? "https://\(peers.peer(port))/secret" : "http://\(peers.peer(port))/small"
    provider.request(target(url), completion: ending.completion)
    #expect(try ending.response().data == Data("welcome".utf8))
    #expect(log.current.contains(peers.peer(port)) && !log.current.contains(Peers.password))
  }

  @Test func `an error about a proxy is logged without its password`() throws {
    let proxied = session { $0.proxy = "http://user:secret@127.0.0.1:1" }
    let provider = MoyaProvider<Probe>(session: proxied, plugins: [logger])
    let ending = Ending()
    provider.request(target("https://\(peers.peer("h2"))/small"), completion: ending.completion)
    let error = try ending.error()
    #expect(error.transferKind == .proxy)
    #expect(log.current.contains("127.0.0.1:1") && !(log.current + "\(error)").contains("secret"), "\(log.current)")
  }

  @Test func `a certificate that cannot be trusted is not tried again`() throws {
    let attempts = Locked(0)
    struct Counting: PluginType {
      let attempts: Locked<Int>
      func willSend(_ request: any RequestType, target: any TargetType) { attempts.with { $0 += 1 } }
    }
    let provider = MoyaProvider<Probe>(session: session(), plugins: [Counting(attempts: attempts), RetryPlugin()])
    let ending = Ending()
    provider.request(target("https://\(peers.peer("expired"))/"), completion: ending.completion)
    #expect(try ending.error().transferKind == .tls)
    #expect(attempts.current == 1)
  }

  @Test func `header fields of the session's own choice stay with their origin`() throws {
    let provider = MoyaProvider<Probe>(session: session { $0.originBoundHeaders = ["X-Own-Key"] })
    for (destination, arrives) in [(peers.peer("h2"), true), (peers.peer("tls"), false)] {
      var target = target("https://\(peers.peer("h2"))/redirect/302?to=https://\(destination)/echo")
      target.headers = ["X-Own-Key": "key", "X-Api-Key": "key"]
      let ending = Ending()
      provider.request(target, completion: ending.completion)
      let text = try ending.response().mapString()
      #expect(text.contains("\nown=key\n") == arrives && text.contains("\nkey=key\n") == arrives, "\(text)")
    }
  }
}
