import Glibc
import MoyaHTTP

/// One kind of state that a session stores: its cookies or its HSTS hosts. All loops of the session share this object.
/// Any thread may use it.
package final class Kept<State: KeptState>: Sendable {
  /// The file that stores the state between runs of the program; `nil` if there is none.
  package let file: StateFile?
  private let generation = Fork.generation
  private let content: Protected<Content>

  private struct Content {
    var state: State
    /// The number of the state's changes (`changes`) at the last time when the file was read or written.
    var saved: Int
  }

  package init(_ state: State, file: StateFile? = nil) {
    self.file = file
    content = Protected(Content(state: state, saved: state.changes))
  }

  /// Returns the state with the content of the file added, and a reason for each line that was dropped. The file need
  /// not exist.
  package static func read(
    _ state: State, from file: StateFile
  ) throws(KeptFault) -> (state: State, dropped: [String]) {
    var state = state
    guard let text = try file.read() else { return (state, []) }
    let dropped = try state.read(text, at: Clock.now)
    return (state, dropped)
  }

  /// Runs `body` under the lock. Returns `nil` in a forked child, because a thread of the parent may have held the
  /// lock, and no thread of the child would ever release it.
  package func withLock<Result: Sendable>(_ body: (inout State, _ now: Int64) -> Result) -> Result? {
    if generation != Fork.generation { return nil }
    return content.withLock { body(&$0.state, Clock.now) }
  }

  /// Writes the file if the state has changed. Does nothing without a file or in a forked child.
  package func save() throws(KeptFault) {
    guard let file, generation == Fork.generation else { return }
    // The file is written under the lock, so that an older save cannot overwrite a newer one.
    try content.withLock { content throws(KeptFault) in
      if content.state.changes == content.saved { return }
      try file.write(content.state.text(at: Clock.now))
      content.saved = content.state.changes
    }
  }
}

/// Reads the time of day, to which the expiry times from servers refer.
enum Clock {
  /// The time of day in seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }
}

// MARK: - Transfers

/// Stores cookies and HSTS hosts from responses, and adds them to later requests. If a session stores neither cookies
/// nor HSTS hosts, its loops never call these functions.
extension Transfer {
  /// The request's header fields with its current cookies. The cookies are read again after each redirect.
  var fieldsWithCookies: HeaderFields {
    var fields = request.headerFields
    if let text = loop.configuration.cookies?.field(for: request) { fields.set("Cookie", to: text) }
    return fields
  }

  /// Returns true if this transfer accepts any certificate of the host.
  private func trustsAnyone(as host: String) -> Bool {
    (overrides?.tls.rule(for: host) ?? loop.configuration.tls?.rule(for: host))?.asksNothing ?? false
  }

  /// Stores the cookies and HSTS rules of a response's header section. The section has already been validated.
  func keepState() {
    guard let source = CookieRequest(urlText: request.urlText) else { return }
    // RFC 6797 §8.1 requires TLS without errors. A connection that accepts any certificate does not satisfy this
    // requirement.
    let mayBeStrict = source.isSecure && !trustsAnyone(as: source.host)
    var isFirst = true
    // Storing a cookie takes time. So no more cookies are read from a response than the jar stores for one site.
    var left = CookieJar.limitPerSite
    incoming.eachField { name, value in
      switch name.count {
      case 10 where left > 0 && name.equalsIgnoringCase("set-cookie"):
        left -= 1
        _ = loop.configuration.cookies?.withLock { jar, now in jar.receive(value, from: source, at: now) }
      // If there are several fields, only the first counts (RFC 6797 §8.1).
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
  /// Returns the Cookie field for a request: the cookies that the request itself has, and the jar's cookies for its
  /// URL. Returns `nil` if there are no cookies.
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
  /// Collects the fields that all loops with this configuration add to their requests.
  package init(_ configuration: LoopConfiguration) {
    self.init(userAgent: configuration.userAgent, acceptEncoding: configuration.acceptEncoding)
    if let cookies = configuration.cookies { cookie = { cookies.field(for: $0) } }
  }
}

// MARK: - PublicSuffixes

extension PublicSuffixes {
  /// Reads the list from a file in the format of the Public Suffix List. The file is not read again later.
  package init(path: String) throws(KeptFault) {
    guard let text = try StateFile(path).read() else { throw KeptFault(ErrorNumber.text(2)) }
    guard let list = PublicSuffixes(list: text) else { throw KeptFault("it is no Public Suffix List") }
    self = list
  }
}
