import CMoya
import Glibc
import MoyaCore
import MoyaHTTP
import MoyaTransport

/// The destination of a provider's log lines.
///
/// The lines go to the program's own function. If the program has no such function, and the environment variable
/// MOYA_LOG asks for lines, the lines go to standard error.
final class HostLog: Sendable {
  /// The log for providers without a log, and for messages that belong to no provider.
  static let standardError = HostLog()

  /// The lowest level that is written. `nil` if nothing is written.
  private let threshold: moya_log_level?
  private let own: Own?
  /// The secrets of the provider's plugins.
  let secrets = SecretValues()

  private struct Own: Sendable {
    let write: moya_log_fn
    let context: CallerContext
  }

  /// Makes the log of a provider without a log function.
  init() {
    threshold = getenv("MOYA_LOG").flatMap { HostLog.levels.firstIndex(of: String(cString: $0)) }
      .map { moya_log_level($0) }
    own = nil
  }

  /// Reads a `moya_log_handler`.
  init(_ pointer: UnsafePointer<moya_log_handler>) throws(Failure) {
    let log = try moya_log_handler(copying: pointer)
    let context = CallerContext(log.user, release: log.release_user)
    guard HostLog.levels.indices ~= Int(log.level) else {
      throw .argument("moya_log_handler.level is \(log.level), which is none of MOYA_LOG_…")
    }
    guard let write = log.log else { throw .null("moya_log_handler.log") }
    threshold = log.level
    own = Own(write: write, context: context)
  }

  /// Returns true if lines of this level are written. A level above the highest known level has the effect of
  /// MOYA_LOG_ERROR.
  func takes(_ level: moya_log_level) -> Bool { threshold.map { level >= $0 } ?? false }

  /// Writes one line.
  ///
  /// - Parameters:
  ///   - message: Text for a person. If the name of a value shows that the value is a secret, the value is redacted
  ///     here.
  ///   - plugin: The name with which the line begins: that of the plugin that writes the line. `nil` means no name, for
  ///     example if the library writes the line.
  func write(_ message: @autoclosure () -> String, level: moya_log_level, from plugin: String? = nil) {
    if takes(level) { put(secrets.hidingNames.text(message()), level: level, from: plugin) }
  }

  /// Writes a warning about a dangerous setting, or about a plugin for which the provider waits.
  ///
  /// If the program has no log function, the line is written even if MOYA_LOG is not set.
  func warn(_ message: String) {
    if own == nil { Warning.write(message) } else { write(message, level: moya_log_level(MOYA_LOG_WARNING)) }
  }

  /// Writes one line. The caller must already have redacted the values whose names show that they are secrets. This
  /// function redacts the values of secret options.
  func put(_ message: String, level: moya_log_level, from plugin: String?) {
    guard takes(level) else { return }
    let level = min(level, moya_log_level(MOYA_LOG_ERROR))
    let text = String(
      decoding: "\(plugin.map { "\($0): " } ?? "")\(secrets.redacted(message))".utf8.map {
        ASCII.isControl($0) ? 0x20 : $0
      },
      as: UTF8.self)
    guard let own else { return StandardError.write("moya \(HostLog.levels[Int(level)]): \(text)\n") }
    // If the program's log function makes calls, the library must not log these calls, because the logging would never
    // end.
    if Frame.isInside(of: self) { return }
    Frame.run(Frame.address(of: self)) {
      text.utf8CString.withUnsafeBufferPointer { own.write(own.context.user, level, $0.baseAddress, $0.count - 1) }
    }
  }

  /// Returns a text in the form in which the log shows it: without secrets, and with a space instead of each control
  /// character.
  func shown(_ text: String) -> [UInt8] { redacted(text).utf8.map { ASCII.isControl($0) ? 0x20 : $0 } }

  /// Returns a message for a person without the values of secrets.
  func redacted(_ message: String) -> String { secrets.redacted(secrets.hidingNames.text(message)) }

  /// Returns the reason of an error on one line, without the values of secrets. If the password of a URL contains a
  /// control character, the first search may miss the password. On one line, U+FFFD replaces this character, so the
  /// line is searched again.
  func redacted(reason: String) -> String {
    let shown = redacted(reason)
    let line = shown.onOneLine
    return line == shown ? shown : secrets.hidingNames.text(line)
  }

  private static let levels = ["debug", "info", "warning", "error"]
}

// MARK: - SecretValues

/// The secrets of a provider's plugins: the values of secret options, and the names of secret header fields. Texts for
/// people must not contain secrets.
///
/// The class is `@unchecked Sendable` because its state is only used under the lock of `Fork.guarded`. A forked child
/// may take this lock too.
final class SecretValues: @unchecked Sendable {
  private var values: [String] = []
  private var names: [String] = []
  /// The names of the values that texts hide, including the secret header fields of plugins. `nil` if no plugin has
  /// such a field. Then `Redaction.default` applies.
  private var ownRedaction: Redaction?

  /// Minimum number of bytes of a value that is hidden. A shorter value may also be a part of ordinary words.
  private static let shortest = 6

  func add(_ secrets: [String]) {
    let secrets = secrets.filter { $0.utf8.count >= SecretValues.shortest }
    if secrets.isEmpty { return }
    let known = Fork.guarded { values }
    // Longer secrets come first, because a longer secret may contain a shorter one.
    let sorted = (known + secrets).sorted { $0.utf8.count > $1.utf8.count }
    Fork.guarded { values = sorted }
  }

  func add(headers: [String]) {
    let all = self.headers + headers
    // In a text, a header field looks like a parameter: `name: value`. So the names of fields count as parameters here.
    let redaction = Redaction(
      headers: Redaction.default.headers, parameters: Redaction.default.parameters.union(all))
    Fork.guarded {
      names = all
      ownRedaction = redaction
    }
  }

  /// The names of secret parameters and header fields. In log lines and messages, the values after these names are
  /// hidden.
  var hidingNames: Redaction { Fork.guarded { ownRedaction } ?? .default }

  var headers: [String] { Fork.guarded { names } }

  /// The same names as `headers`, read without a lock. Use this property only in code that holds the lock of
  /// `Fork.guarded`, and in code that adds plugins.
  var headersHere: [String] { names }

  /// The names of the fields and parameters whose values logs hide. They include the secret header fields of plugins.
  var redaction: Redaction {
    var redaction = Redaction.default
    redaction.headers.formUnion(headers)
    return redaction
  }

  /// Returns the text without secrets. Bytes are compared, not characters, because an accent after a secret changes the
  /// secret's last character but not its bytes.
  func redacted(_ text: String) -> String {
    let secrets = Fork.guarded { values }
    if secrets.isEmpty { return text }
    let bytes = Array(text.utf8)
    // A text of at least this length may have been cut inside a secret. So if the text ends with the beginning of a
    // secret, this beginning is hidden too.
    let isCut = bytes.count >= CallerText.limit / 2
    let end = isCut && bytes.suffix(3) == [0xEF, 0xBF, 0xBD] ? bytes.count - 3 : bytes.count
    var hidden = [Bool](repeating: false, count: bytes.count)
    for secret in secrets.map({ Array($0.utf8) }) {
      SecretValues.mark(secret, in: bytes[..<end], isCut: isCut, &hidden)
    }
    if !hidden.contains(true) { return text }
    // If the text was cut inside a character of a secret, U+FFFD replaced the rest of the character. This U+FFFD is
    // hidden too.
    if end > 0, end < bytes.count, hidden[end - 1] { for place in end..<bytes.count { hidden[place] = true } }
    var shown: [UInt8] = []
    for place in bytes.indices {
      if !hidden[place] {
        shown.append(bytes[place])
      } else if place == 0 || !hidden[place - 1] {
        shown.append(contentsOf: Redaction.mark.utf8)
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Marks the bytes of each occurrence of a secret, also if the secret is percent-encoded as in a URL. If the text was
  /// cut and ends with the beginning of a secret, also marks this beginning.
  private static func mark(_ secret: [UInt8], in text: ArraySlice<UInt8>, isCut: Bool, _ hidden: inout [Bool]) {
    guard let first = secret.first else { return }
    for start in text.indices where text[start] == first || text[start] == 0x25 || text[start] == 0x2B {
      let rest = text[start...]
      let plain = end(of: secret, in: rest, isCut: isCut, isEncoded: false)
      guard let last = plain ?? end(of: secret, in: rest, isCut: isCut, isEncoded: true) else { continue }
      for place in start..<last { hidden[place] = true }
    }
  }

  /// If `text` begins with the secret, returns the index at which the secret ends. Otherwise returns `nil`.
  ///
  /// - Parameter isEncoded: If true, bytes may be written as in a URL or a form: `%2F` for a slash, `+` for a space.
  private static func end(of secret: [UInt8], in text: ArraySlice<UInt8>, isCut: Bool, isEncoded: Bool) -> Int? {
    var place = text.startIndex
    for byte in secret {
      if place >= text.endIndex { return isCut ? text.endIndex : nil }
      let found = text[place]
      if isEncoded, found == 0x25 {
        guard place + 2 < text.endIndex else { return isCut ? text.endIndex : nil }
        guard let high = ASCII.hexValue(text[place + 1]), let low = ASCII.hexValue(text[place + 2]),
          (high << 4) | low == byte
        else { return nil }
        place += 3
      } else if found == byte || (isEncoded && byte == 0x20 && found == 0x2B) {
        place += 1
      } else {
        return nil
      }
    }
    return place
  }
}
