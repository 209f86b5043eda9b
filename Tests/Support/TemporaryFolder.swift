import FoundationEssentials

/// A test's own folder. It is removed when this object is freed.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() {
    url = FileManager.default.temporaryDirectory.appending(path: "moya-test-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  /// The names of the files in it, sorted.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? ["the folder cannot be read"]
  }

  /// Returns the bytes of a file; `nil`: there is no file of that name.
  package func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: name))).map { Array($0) }
  }

  package func write(_ data: Data, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try data.write(to: file)
    return file
  }
}
