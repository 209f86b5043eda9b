import Testing

@testable import MoyaCore

@Suite struct MethodTests {
  @Test(arguments: [
    (MoyaCore.Method.post, true), (.put, true), (.patch, true), (.connect, true), (.get, false), (.delete, false),
    (.head, false), (.options, false), (.trace, false), (Method(rawValue: "post"), false),
  ])
  func `behaviour 66: POST, PUT, PATCH and CONNECT take a multipart body`(method: MoyaCore.Method, takes: Bool) {
    #expect(method.supportsMultipart == takes)
  }
}
