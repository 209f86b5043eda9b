import FoundationEssentials

/// A folder of a test's own, gone with it.
package struct TemporaryFolder: ~Copyable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("moya-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  package func write(_ data: Data, to name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
