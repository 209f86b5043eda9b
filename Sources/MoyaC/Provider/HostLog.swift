import CMoya
import Glibc
import MoyaCore
import MoyaTransport

/// Where the lines of a provider go: to the program's own function, or to standard error as far as the environment's
/// MOYA_LOG asks for them.
final class HostLog: Sendable {
  /// Of providers that have none, and of what belongs to no provider.
  static let standardError = HostLog()

  /// The lowest level that is written; `nil`: none is.
  private let threshold: moya_log_level?
  private let own: Own?

  private struct Own: Sendable {
    let write: moya_log_fn
    let context: CallerContext
  }

  private init() {
    threshold = getenv("MOYA_LOG").flatMap { HostLog.levels.firstIndex(of: String(cString: $0)) }
      .map { moya_log_level($0) }
    own = nil
  }

  /// What a `moya_log_handler` says.
  init(_ pointer: UnsafePointer<moya_log_handler>) throws(Failure) {
    let log = try moya_log_handler(copying: pointer)
    let context = CallerContext(log.user, release: log.release_user)
    guard HostLog.levels.indices ~= Int(log.level) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_log_handler.level is \(log.level), which is none of MOYA_LOG_…")
    }
    guard let write = log.log else { throw .null("moya_log_handler.log") }
    threshold = log.level
    own = Own(write: write, context: context)
  }

  /// Is a line of this level written? A level above all is an error's.
  func takes(_ level: moya_log_level) -> Bool { threshold.map { level >= $0 } ?? false }

  /// Writes one line.
  /// - Parameters:
  ///   - message: what a person reads; its secrets are redacted here, as far as their names tell.
  ///   - plugin: who says it; `nil`: the library.
  func write(_ message: @autoclosure () -> String, level: moya_log_level, from plugin: String? = nil) {
    if takes(level) { put(Redaction.default.text(message()), level: level, from: plugin) }
  }

  /// A line of the library's about something dangerous that the program asked for. Without a log of the program's it is
  /// shown whether or not MOYA_LOG is set.
  func warn(_ message: String) {
    if own == nil { Warning.write(message) } else { write(message, level: moya_log_level(MOYA_LOG_WARNING)) }
  }

  /// Writes a line whose author has redacted it.
  func put(_ message: String, level: moya_log_level, from plugin: String?) {
    guard takes(level) else { return }
    let level = min(level, moya_log_level(MOYA_LOG_ERROR))
    let text = String(
      decoding: "\(plugin.map { "\($0): " } ?? "")\(message)".utf8.map { ASCII.isControl($0) ? 0x20 : $0 },
      as: UTF8.self)
    guard let own else { return HostLog.print("moya \(HostLog.levels[Int(level)]): \(text)\n") }
    // A log that makes calls would be asked to log these, without an end.
    if Frame.isInside(of: self) { return }
    Frame.run(Frame.address(of: self)) {
      text.utf8CString.withUnsafeBufferPointer { own.write(own.context.user, level, $0.baseAddress, $0.count - 1) }
    }
  }

  /// In one piece, so that threads do not mix.
  private static func print(_ line: String) {
    _ = line.utf8CString.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }

  private static let levels = ["debug", "info", "warning", "error"]
}
