import Moya
import Testing

@Suite struct VersionTests {
  @Test func `the version is that of the C API's headers`() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    let header = String(decoding: try Data(contentsOf: root.appending(path: "include/moya/base.h")), as: UTF8.self)
    #expect(header.contains("#define MOYA_VERSION \"\(Moya.version)\""))
    #expect(HTTPHeader.defaultUserAgent.value.contains(" libmoya/\(Moya.version) "))
  }
}
