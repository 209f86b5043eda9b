import Moya
import Testing

@Suite struct VersionTests {
  @Test func `the version is that of the C API's headers`() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    let header = try String(contentsOf: root.appending(path: "include/moya/base.h"), encoding: .utf8)
    #expect(header.contains("#define MOYA_VERSION \"\(Moya.version)\""))
    #expect(HTTPHeader.defaultUserAgent.value.contains(" libmoya/\(Moya.version) "))
  }
}
