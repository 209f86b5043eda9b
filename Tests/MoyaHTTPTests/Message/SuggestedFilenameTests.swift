import FoundationEssentials
import MoyaHTTP
import Testing

struct `The file name of an answer` {
  private static func long(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

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
    // A slash, a backslash or a dot, and a scalar that belongs to the same character.
    ("attachment; filename=\"logs/\u{301}a\"", "\u{301}a"),
    ("attachment; filename*=UTF-8''logs%5C%E2%80%8Da", "\u{200D}a"),
    ("attachment; filename=\".\u{301}rc\"", "_\u{301}rc"),
    ("attachment; filename=\"a\u{9B}31m\u{85}\u{2028}b\u{202E}gpj.exe\"", "a31mbgpj.exe"),
    ("attachment; filename=\"", "\""),
    ("attachment; filename=.bashrc", "_bashrc"),
    ("attachment; filename=\"..ssh\"", "_.ssh"),
    ("attachment; filename=\"a/.profile\"", "_profile"),
    ("attachment; filename=\"\(long("a", 300)).tar.gz\"", "\(long("a", 252)).gz"),
    ("attachment; filename=\"\(long("a", 255))\"", long("a", 255)),
    ("attachment; filename=\"\(long("ü", 200)).txt\"", "\(long("ü", 125)).txt"),
    ("attachment; filename=\"x.\(long("e", 300))\"", "x.\(long("e", 253))"),
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
