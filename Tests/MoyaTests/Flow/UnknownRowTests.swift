import Moya
import MoyaTestSupport
import Testing

/// If a golden row has a word that the player does not know, the row fails. The player does not ignore the word.
@Suite struct UnknownRowTests {
  private let folder = TemporaryFolder()

  private func flow(_ change: String, target: String = "") throws {
    let row = """
      {"id": "unknown", "deterministic": true, "scenario": {"targets": {"R1": {"base_url": "http://h", "path": "/",
      "method": "GET", "task": {"kind": "requestPlain"}\(target)}}, "steps": [{"op": "request", "id": "R1"}]\(change)}}
      """
    let value = try GoldenValue(json: row.utf8)
    _ = try FlowScenario(Golden(id: "unknown", value: value), folder: folder.url)
  }

  @Test(arguments: [
    #", "follow_redirects": false"#, #", "stub": "later""#, #", "stub": {"delayed": 1, "then": 2}"#,
    #", "sample": {"kind": "empty"}"#, #", "sample": {"kind": "networkResponse", "headers": {}}"#,
    #", "request_closure": {"kind": "throw"}"#, #", "plugins": [{"name": "P1", "process": "retry"}]"#,
    #", "plugins": [{"name": "P1", "kind": "logger"}]"#, #", "on_completion": {"R1": [{"op": "cancel", "id": "R9"}]}"#,
  ])
  func `a scenario that is not understood does not play`(change: String) throws {
    try flow("")
    #expect(throws: NotUnderstood.self) { try flow(change) }
  }

  @Test(arguments: [
    #""validation": "errors""#, #""timeout": 3"#, #""authorization_type": "digest""#,
    #""task": {"kind": "requestPlain", "data_base64": ""}"#, #""task": {"kind": "uploadStream"}"#,
    #""task": {"kind": "requestParameters", "encoding": {"type": "url", "array": "commas"}}"#,
    #""task": {"kind": "requestParameters", "encoding": {"type": "json", "options": ["fragments"]}}"#,
    #""task": {"kind": "uploadMultipart", "parts": [{"provider": "url"}]}"#,
  ])
  func `a target that is not understood is none`(change: String) throws {
    let row = """
      {"base_url": "http://h", "path": "/", "method": "GET", "task": {"kind": "requestPlain"}}
      """
    var fields = try #require(try GoldenValue(json: row.utf8).object)
    fields.merge(try #require(try GoldenValue(json: "{\(change)}".utf8).object)) { _, new in new }
    #expect(throws: NotUnderstood.self) {
      let target = try GoldenTarget(.object(fields), host: "h", folder: folder.url)
      _ = try GoldenAuthorizableTarget(target, type: fields["authorization_type"])
    }
  }

  @Test(arguments: [#"{"kind": "set_timeout"}"#, #"{"kind": "set_header", "name": "A", "values": []}"#])
  func `a plugin that is not understood is none`(row: String) throws {
    #expect(throws: NotUnderstood.self) { try EndpointPlugin.make(try GoldenValue(json: row.utf8), host: "h") }
  }
}
