import Glibc
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct DownloadTests {
  private static let fileSystems = ["/dev/shm", "/tmp", "/var/tmp", "/run", FileManager.default.currentDirectoryPath]

  private static func device(_ path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 && access(path, W_OK) == 0 ? status.st_dev : nil
  }

  /// Returns a folder on another file system than `path`. The test must remove it.
  private static func folder(elsewhereThan path: String) -> URL? {
    let other = fileSystems.first { device($0).map { $0 != device(path) } ?? false }
    guard let other else { return nil }
    let folder = URL(filePath: other).appending(path: "moya-test-\(UUID().uuidString)")
    return mkdir(folder.path, 0o700) == 0 ? folder : nil
  }

  /// Limits the size of the files that this process writes, as if the disk were full.
  private static func limitFiles(to size: rlim_t) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  /// Runs in its own process, so that its limit of the file size does not affect other tests.
  @Test(arguments: [true, false])
  func `a file is replaced on another file system, and stays where there is no room for the new one`(
    isFull: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isFull] in
      let source = TemporaryFolder()
      let old = Data("old".utf8)
      let new = Data(repeating: 1, count: 1 << 20)
      let temporary = try source.write(new, to: "temporary")
      let folder = try #require(DownloadTests.folder(elsewhereThan: source.url.path), "there is one file system only")
      defer { try? FileManager.default.removeItem(at: folder) }
      let target = folder.appending(path: "target")
      try old.write(to: target)
      let head = HTTPURLResponse(urlText: "http://h/", statusCode: 200, fields: HeaderFields())
      let transfer = TransferResponse(response: head, body: Data(), downloadedPath: temporary.path)

      if isFull { DownloadTests.limitFiles(to: 1 << 16) }
      let end = Result { () throws(TransferError) in
        try Download.finish(
          transfer, at: temporary.path, by: DestinationPlan { _, _ in (target, [.removePreviousFile]) })
      }
      DownloadTests.limitFiles(to: .max)

      if isFull {
        #expect(throws: TransferError.self) { try end.get() }
      } else {
        #expect(try end.get() == target)
      }
      #expect(try Data(contentsOf: target) == (isFull ? old : new))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["target"])
      #expect(!FileManager.default.fileExists(atPath: temporary.path))
    }
  }
}
