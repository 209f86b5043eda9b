import FoundationEssentials
import MoyaHTTP
import Testing

struct `The file name of an answer` {
  @Test(arguments: [
    (nil, "report.pdf"),
    ("attachment", "report.pdf"),
    ("attachment; filename=a.txt", "a.txt"),
    ("attachment; filename=\"a; b \\\"c\\\".txt\"", "a; b \"c\".txt"),
    ("attachment; filename=plain.txt; filename*=UTF-8''caf%C3%A9.txt", "café.txt"),
    ("attachment; filename=plain.txt; filename*=latin1''x", "plain.txt"),
    ("attachment; filename=\"../../etc/passwd\"", "passwd"),
    ("attachment; filename=\"..\\\\..\\\\boot.ini\"", "boot.ini"),
    ("attachment; filename*=UTF-8''..%2F..%2Fevil", "evil"),
    ("attachment; filename=\"..\"", "report.pdf"),
    ("attachment; filename=\"", "\""),
    ("attachment; filename=", "report.pdf"),
  ])
  func `is the server's own, and never a path`(disposition: String?, name: String) {
    let response = HTTPURLResponse(
      urlText: "http://h/files/report.pdf?x=1", statusCode: 200,
      fields: HeaderFields(disposition.map { ["Content-Disposition": $0] } ?? [:]))
    #expect(response.suggestedFilename == name)
  }

  @Test(arguments: ["http://h", "http://h/", "http://h/..", "http://h/a/%2E%2E"])
  func `is unknown where neither server nor URL names one`(url: String) {
    let response = HTTPURLResponse(urlText: url, statusCode: 200, fields: HeaderFields())
    #expect(response.suggestedFilename == "unknown")
  }
}
