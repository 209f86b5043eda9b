import CMoya
import Glibc
import MoyaCore

/// Plugins' lines on standard error, as far as the environment's MOYA_LOG asks for them.
enum HostLog {
  static func write(_ message: UnsafePointer<CChar>, level: moya_log_level, plugin: String?) {
    guard let threshold, level >= threshold else { return }
    let message = String(repairing: message)
    let name = levels.indices ~= Int(level) ? levels[Int(level)] : "error"
    let text = String(decoding: message.utf8.map { ASCII.isControl($0) ? 0x20 : $0 }, as: UTF8.self)
    // One write for a line, so that threads do not mix.
    let line = "moya \(name): \(plugin.map { "\($0): " } ?? "")\(text)\n"
    _ = line.utf8CString.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }

  private static let levels = ["debug", "info", "warning", "error"]

  /// The lowest level that is written; `nil`: none is, because MOYA_LOG is not set, or is no level.
  private static let threshold: moya_log_level? = getenv("MOYA_LOG")
    .flatMap { levels.firstIndex(of: String(cString: $0)) }
    .map { moya_log_level($0) }
}
