import Testing

@testable import MoyaTransport

@Suite struct OriginTests {
  @Test(arguments: [
    ("http://Example.com/a", "example.com:80"), ("HTTPS://h", "h:443"), ("http://h:8080?q", "h:8080"),
    ("http://u:p@h:1/x@y", "h:1"), ("http://[::1]/", "[::1]:80"), ("https://[::1]:8443#f", "[::1]:8443"),
    ("http://h:/", "h:80"),
  ])
  func `host and port are named whatever the URL leaves out`(url: String, expected: String) {
    #expect(Origin(urlText: url).hostAndPort == expected)
  }

  @Test func `user information is found`() {
    #expect(Origin.hasUserInformation("http://u@h/") && !Origin.hasUserInformation("http://h/?a=b@c"))
    #expect(Origin(urlText: "http://h/") != Origin(urlText: "https://h:80/"))
  }
}
