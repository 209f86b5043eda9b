import Glibc
import MoyaHTTP

/// A line on standard error about something dangerous that the program asked for. The environment's `MOYA_LOG=error`
/// keeps it away.
package enum Warning {
  package static func write(_ text: String) {
    if let level = getenv("MOYA_LOG"), String(cString: level) == "error" { return }
    let plain = String(decoding: text.utf8.map { ASCII.isControl($0) ? 0x20 : $0 }, as: UTF8.self)
    // One write for a line, so that threads do not mix.
    let line = "moya warning: \(plain)\n"
    _ = line.utf8CString.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }
}
