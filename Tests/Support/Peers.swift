import FoundationEssentials
import Glibc
import MoyaHTTP
import Testing

/// Real servers (Tests/servers/peers) on their own ports: nginx, Apache, and an HTTP/2 server with faults. They end
/// with this object, or with the process.
package final class Peers: Sendable {
  /// All servers, shared by the tests that neither stop nor start one.
  package static let shared = Peers()

  /// The password of the user `user`, wherever a server asks for one.
  package static let password = "pass-9f3c"

  private let values: [String: String]
  private let control: Int32
  private let process: pid_t
  private let commands = Protected(())

  /// - Parameter names: `nginx`, `apache`, `h2`. Empty: all.
  package init(_ names: String...) {
    var pair: (Int32, Int32) = (-1, -1)
    _ = withUnsafeMutableBytes(of: &pair) {
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, $0.bindMemory(to: Int32.self).baseAddress)
    }
    control = pair.0
    process = Program.start(["python3", Peers.script] + names, socket: pair.1)
    close(pair.1)
    var values: [String: String] = [:]
    while let line = Peers.line(control), !line.isEmpty {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { values[words[0]] = words[1] }
    }
    self.values = values
  }

  deinit {
    close(control)
    waitpid(process, nil, 0)
  }

  /// The folder with the servers' files. Empty: they did not start, and standard error says why.
  package var folder: String { values["folder"] ?? "" }
  /// The file of the certificate authority that clients must trust.
  package var authority: String { folder + "/ca.pem" }

  /// `host:port` of a server's port, by its name in peers.py.
  package func peer(_ name: String, host: String = "localhost") -> String { "\(host):\(values[name] ?? "1")" }

  package func port(_ name: String) -> String { values[name] ?? "" }

  /// Returns a file. A missing file fails the test, because two missing files would seem to be equal.
  package func file(_ name: String, _ location: SourceLocation = #_sourceLocation) -> Data {
    if let content = content(of: name) { return content }
    Issue.record("\(name) cannot be read", sourceLocation: location)
    return Data()
  }

  private func content(of name: String) -> Data? { try? Data(contentsOf: URL(filePath: folder + "/" + name)) }

  /// Returns the lines of a log that contain `text`.
  package func log(_ name: String, containing text: String) -> [String] {
    let lines = String(decoding: content(of: name) ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.map(String.init).filter { $0.contains(text) }
  }

  /// Runs `stop nginx` or `start nginx`. Returns when it is done.
  package func command(_ text: String) -> Bool {
    commands.withLock { _ in
      let line = Array((text + "\n").utf8)
      return write(control, line, line.count) == line.count && Peers.line(control) == "done"
    }
  }

  private static var script: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/servers/peers/peers.py"
  }

  /// Reads one line, without its end. Returns nil if none arrives within two minutes.
  private static func line(_ descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 120_000) == 1 {
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
