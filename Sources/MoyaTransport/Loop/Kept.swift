import Glibc
import MoyaHTTP

/// A session's state, which all of its loops share, whichever threads pump them.
package final class Kept<State: KeptState>: Sendable {
  /// Where it is kept between programs; `nil`: nowhere.
  package let file: StateFile?
  private let generation = Fork.generation
  private let content: Protected<Content>

  private struct Content {
    var state: State
    /// The state's `changes` when the file was read or written last.
    var saved: Int
  }

  package init(_ state: State, file: StateFile? = nil) {
    self.file = file
    content = Protected(Content(state: state, saved: state.changes))
  }

  /// With what the file holds, if there is one yet.
  package static func read(_ state: State, from file: StateFile) throws(KeptFault) -> State {
    var state = state
    if let text = try file.read() { try state.read(text, at: Clock.now) }
    return state
  }

  /// `nil`: this process was forked, and the lock its parent's, which may be held for ever here.
  package func withLock<Result: Sendable>(_ body: (inout State, _ now: Int64) -> Result) -> Result? {
    if generation != Fork.generation { return nil }
    return content.withLock { body(&$0.state, Clock.now) }
  }

  /// Writes the file, if something has changed. Without a file nothing happens.
  package func save() throws(KeptFault) {
    guard let file, generation == Fork.generation else { return }
    // Under the lock, so that two saves do not write at the same time, the older one last.
    try content.withLock { content throws(KeptFault) in
      if content.state.changes == content.saved { return }
      try file.write(content.state.text(at: Clock.now))
      content.saved = content.state.changes
    }
  }
}

/// The time of day: what servers say of ends is meant by it.
enum Clock {
  /// Seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }
}

// MARK: - Transfers

/// Cookies and hosts that want TLS, on their way from answers to later requests. In a loop that keeps none of these,
/// nothing here is called.
extension Transfer {
  /// The request's header fields, with the cookies that it gets now: each hop asks anew.
  var fieldsWithCookies: HeaderFields {
    var fields = request.headerFields
    if let text = loop.configuration.cookies?.field(for: request) { fields.set("Cookie", to: text) }
    return fields
  }

  /// Keeps what an answer's header section says, which has broken no rule.
  func keepState() {
    guard let source = CookieRequest(urlText: request.urlText) else { return }
    // TLS with anyone is not TLS without a fault, which RFC 6797 §8.1 asks for.
    let mayBeStrict = source.isSecure && loop.configuration.tls?.trustsAnyone(as: source.host) != true
    var isFirst = true
    // No server needs more, and each of them is work.
    var left = CookieJar.limitPerSite
    incoming.eachField { name, value in
      switch name.count {
      case 10 where left > 0 && name.equalsIgnoringCase("set-cookie"):
        left -= 1
        _ = loop.configuration.cookies?.withLock { jar, now in jar.receive(value, from: source, at: now) }
      // Of several fields the first counts (RFC 6797 §8.1).
      case 25 where isFirst && mayBeStrict && name.equalsIgnoringCase("strict-transport-security"):
        isFirst = false
        let field = String(decoding: value, as: UTF8.self)
        _ = loop.configuration.strictHosts?.withLock { hosts, now in
          hosts.receive(field, from: source.host, at: now)
        }
      default: break
      }
    }
  }
}

extension Kept<CookieJar> {
  /// The Cookie field of a request, with what it has of its own; `nil`: the request gets no other than that.
  func field(for request: URLRequest) -> String? {
    guard let target = CookieRequest(urlText: request.urlText) else { return nil }
    let own = request.headerFields.fields.filter { ASCII.equalIgnoringCase($0.name, "Cookie") }.map(\.value)
    let text = withLock { jar, now in
      jar.field(for: target, own: own.isEmpty ? nil : own.joined(separator: "; "), at: now)
    }
    return text ?? nil
  }
}

extension SentAdditions {
  /// What loops of a configuration add to their requests.
  package init(_ configuration: LoopConfiguration) {
    self.init(userAgent: configuration.userAgent, acceptEncoding: configuration.acceptEncoding)
    if let cookies = configuration.cookies { cookie = { cookies.field(for: $0) } }
  }
}

// MARK: - PublicSuffixes

extension PublicSuffixes {
  /// The list in a file of its own format, which is read once, here.
  package init(path: String) throws(KeptFault) {
    guard let text = try StateFile(path).read() else { throw KeptFault(ErrorNumber.text(2)) }
    guard let list = PublicSuffixes(list: text) else { throw KeptFault("it is no Public Suffix List") }
    self = list
  }
}
