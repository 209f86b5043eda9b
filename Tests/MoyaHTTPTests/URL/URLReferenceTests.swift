import Testing

@testable import MoyaHTTP

@Suite struct URLReferenceTests {
  private func resolve(_ reference: String, _ base: String) -> String {
    URLReference(reference).resolved(against: URLReference(base)).text
  }

  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
  ])
  func `the normal examples of RFC 3986 §5․4․1`(reference: String, target: String) {
    #expect(resolve(reference, "http://a/b/c/d;p?q") == target)
  }

  @Test(arguments: [
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ])
  func `the abnormal examples of RFC 3986 §5․4․2, for strict readers`(reference: String, target: String) {
    #expect(resolve(reference, "http://a/b/c/d;p?q") == target)
  }

  @Test(arguments: [
    ("#f", "http://h/d/e", "http://h/d/e#f"), ("http:/t", "http://h/d/e", "http:/t"), ("g", "http://h", "http://h/g"),
    ("?x", "http://h", "http://h?x"), ("/a//../b", "http://h/", "http://h/a/b"),
    (
      "//i/../j", "http://h/",
      "http://i/j"
    ),
    ("g", "http://h/a/../b", "http://h/g"), ("#f", "http://h/a/../b", "http://h/a/../b#f"),
    ("?x#y?z", "http://h/a?b", "http://h/a?x#y?z"), ("a:b", "http://h/", "a:b"), ("./a:b", "http://h/", "http://h/a:b"),
    ("g?a//b:c", "http://h/", "http://h/g?a//b:c"), ("//", "http://h/a", "http://"),
    (
      "g", "http://h?a/b",
      "http://h/g"
    ),
  ])
  func `rare references are read by the same rule`(reference: String, base: String, target: String) {
    #expect(resolve(reference, base) == target)
  }

  @Test(arguments: [
    ("/g", "http://h/a#f", "http://h/g#f"), ("/g#s", "http://h/a#f", "http://h/g#s"),
    (
      "/g#", "http://h/a#f",
      "http://h/g#"
    ),
    ("", "http://h/a#f", "http://h/a#f"), ("http://i/", "http://h/a#f", "http://i/#f"),
  ])
  func `a reference without a fragment inherits that of the base`(reference: String, base: String, target: String) {
    #expect(resolve(reference, base) == target)
  }

  @Test(arguments: [
    ("/a b", "http://h/a%20b"), ("/\"<>^`{|}", "http://h/%22%3C%3E%5E%60%7B%7C%7D"),
    ("/é?é#é", "http://h/%C3%A9?%C3%A9#%C3%A9"), ("/%20%c3", "http://h/%20%c3"), ("http://é/é", "http://é/%C3%A9"),
    ("/a\tb\\", "http://h/a\tb\\"),
  ])
  func `bytes that no URL holds are percent-encoded, but in an authority`(reference: String, target: String) {
    let encoded = URLReference(reference).encodingForeignBytes()
    #expect(encoded.resolved(against: URLReference("http://h/")).text == target)
  }

  @Test(arguments: [
    ("http://u:p@h:1/x@y", "http://h:1/x@y"), ("http://h/x@y", "http://h/x@y"),
    ("http://u@v@h?q@#f@", "http://h?q@#f@"),
  ])
  func `user information is removed, and nothing else`(url: String, rest: String) {
    #expect(URLReference(url).removingUserInformation().text == rest)
  }
}
