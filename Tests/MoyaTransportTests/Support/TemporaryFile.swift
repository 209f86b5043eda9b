import FoundationEssentials
import MoyaTestSupport

/// A file that is removed at the end of its life.
final class TemporaryFile {
  let path: String
  private let folder = TemporaryFolder()

  init(_ content: Data) {
    path = folder.path + "/file"
    try? content.write(to: URL(filePath: path))
  }

  static func read(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
