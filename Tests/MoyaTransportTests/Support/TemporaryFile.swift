import FoundationEssentials
import Glibc

/// A file that is removed at the end of its life.
final class TemporaryFile {
  let path: String

  init(_ content: Data) {
    path = TemporaryFolder.unused()
    try? content.write(to: URL(filePath: path))
  }

  deinit { unlink(path) }

  static func read(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// An empty folder that is removed at the end of its life.
final class TemporaryFolder {
  let path = TemporaryFolder.unused()

  init() { mkdir(path, 0o700) }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? ["unreadable"] }

  func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: path + "/" + name))).map { Array($0) }
  }

  static func unused() -> String {
    FileManager.default.temporaryDirectory.path + "/moya-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
