import Testing

@testable import MoyaTransport

@Suite struct RequestTargetTests {
  @Test(arguments: [
    ("http://h/a%2fb", "/a%2fb"), ("https://u%2f:p@h:1/%C3%a9?x=%2f#%2f", "/%C3%a9?x=%2f"), ("http://h/%fF", "/%fF"),
    ("http://h/%zf", "/%zf"),
  ])
  func `a path with small letters in its percent-encoding is named as it is given`(url: String, target: String) {
    #expect(RequestTarget.exact(url) == target)
  }

  @Test(arguments: [
    "http://h", "http://h/a", "http://h/%2F", "http://h/%41?%2f#%2f", "http://%2f/", "http://h?%2f", "http://h/%",
    "h/%2f",
  ])
  func `any other is left to libcurl`(url: String) {
    #expect(RequestTarget.exact(url) == nil)
  }
}
