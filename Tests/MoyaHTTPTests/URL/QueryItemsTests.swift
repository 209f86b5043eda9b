import MoyaHTTP
import Testing

struct `Query items` {
  @Test(arguments: [
    ("http://h/?a=1&b=2", "a:1 b:2"),
    ("http://h/p?a=1#top", "a:1"),
    ("http://h/#/route?a=1", ""),
    ("http://h/?a=1#/route?b=2", "a:1"),
    ("http://h/?a=b=c&&d&=e", "a:b=c d: :e"),
    ("http://h/?a%3D=%26+1%2&b%zz=%", "a=:&+1%2 b%zz:%"),
    ("http://h/?a?b=c?d", "a?b:c?d"),
    ("http://h/", ""),
    ("http://h/?", ""),
  ])
  func `are what stands between the question mark and the fragment`(url: String, items: String) {
    let found = QueryItems.of(url).map { item in
      "\(String(decoding: item.name, as: UTF8.self)):\(String(decoding: item.value, as: UTF8.self))"
    }
    #expect(found.joined(separator: " ") == items)
  }

  @Test func `of a form have spaces for plus signs, and bytes that are no UTF-8 as they are`() {
    let items = QueryItems.ofForm("a+b=%FF+%2B".utf8)
    #expect(items.count == 1)
    #expect(items.allSatisfy { $0.name == Array("a b".utf8) && $0.value == [0xFF, 0x20, 0x2B] })
  }
}
