import Testing

@testable import MoyaHTTP

@Suite struct InternationalHostTests {
  // Some of these are the examples of RFC 3492 §7.1, in lower case and without their spaces.
  @Test(arguments: [
    ("bücher", "xn--bcher-kva"), ("BÜCHER", "xn--bcher-kva"), ("bu\u{308}cher", "xn--bcher-kva"),
    ("straße", "xn--strae-oqa"), ("πέδιλος", "xn--ixaopiubt"), ("ΠΈΔΙΛΟΣ", "xn--ixaopiub0a"),
    ("例え", "xn--r8jz45g"), ("한국", "xn--3e0b707e"), ("हिन्दी", "xn--j2bd4cyah0f"), ("ไทย", "xn--o3cw4h"),
    ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("pročprostěnemluvíčesky", "xn--proprostnemluvesky-uyb24dma41a"),
    ("למההםפשוטלאמדבריםעברית", "xn--4dbcagdahymbxekheh6e0a7fei0b"), ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    ("porquénopuedensimplementehablarenespañol", "xn--porqunopuedensimplementehablarenespaol-fmd56a"),
  ])
  func `a name gets the ASCII form of its small letters in NFC`(name: String, ascii: String) {
    #expect(InternationalHost.ascii(name).map { String(decoding: $0, as: UTF8.self) } == ascii)
  }

  @Test(arguments: [
    "\u{212A}elvin", "ａ", "ﬁn", "①", "a\u{3002}ü", "ü／x", "i❤", "ẞ", "İ", "l·l", "テスト・x", "نامه\u{200C}ای", "ü\u{AD}x",
    "xn--ü",
    "ab--ü", "-ü", "ü-", "\u{308}a", "ü_x", "ü x", "ü%2F", "ü\u{0}", "\u{E000}", "\u{378}", "ᄀ", "\u{FFFD}",
    // The Bidi rule.
    "يa", "aي", "يa.example", "1.ي", "ي.1a", "٠١", "ي٠1", "ü.ي.x1٠",
    "ü" + String(repeating: "a", count: 60), String(repeating: "ü", count: 200),
    String(repeating: "a.", count: 126) + "ü", "ü" + String(repeating: "\u{316}\u{301}", count: 30_000),
  ])
  func `what has no form, or none that is certain, is not converted`(name: String) {
    #expect(InternationalHost.ascii(name) == nil)
    #expect(InternationalHost.converted("http://\(name)/") == "http://\(name)/")
    #expect(throws: TransferError.self) { try RequestRules.check(url: "http://\(name)/") }
  }

  @Test(
    arguments: [
      ("http://bücher.example/ü?ü#ü", "http://xn--bcher-kva.example/ü?ü#ü"),
      ("https://u:p@www.BÜCHER.Example:8080", "https://u:p@www.xn--bcher-kva.Example:8080"),
      ("http://b%C3%BCcher.example./", "http://xn--bcher-kva.example./"), ("socks5h://ü", "socks5h://xn--tda"),
      ("http://ü.ß.例え?a", "http://xn--tda.xn--zca.xn--r8jz45g?a"), ("http://%62üx/", "http://xn--bx-xka/"),
      ("http://ي1.com/", "http://xn--1-yoc.com/"), ("http://a1.ي/", "http://a1.xn--mhb/"),
      ("http://ex%61mple.com%2E:80/%61", "http://example.com.:80/%61"), ("http://h%2f/", "http://h%2f/"),
      ("http://127.1", "http://127.0.0.1"), ("http://0X7f.0x1:8/a", "http://127.0.0.1:8/a"),
      ("http://u:1@2130706433?q", "http://u:1@127.0.0.1?q"), ("http://127.0.0.1./", "http://127.0.0.1/"),
      ("http://%31%32%37.0.0.1/", "http://127.0.0.1/"), ("http://017700000001/", "http://127.0.0.1/"),
      ("http://1.2.3.4:5@0x7f.1/", "http://1.2.3.4:5@127.0.0.1/"), ("http://1.2.65535", "http://1.2.255.255"),
      ("http://4294967295/", "http://255.255.255.255/"), ("http://4294967296/", "http://4294967296/"),
      ("http://1.2.3.256/", "http://1.2.3.256/"), ("http://1.2.3.4.5/", "http://1.2.3.4.5/"),
      ("http://08.1/", "http://08.1/"), ("http://0x/", "http://0x/"), ("http://1../", "http://1../"),
      ("http://1.x/", "http://1.x/"), ("http://1.2.3.0/", "http://1.2.3.0/"), ("http://0/", "http://0.0.0.0/"),
      ("http://[0:0::0:1]:80/", "http://[::1]:80/"), ("http://[FE80::1%25Eth0]", "http://[fe80::1%25Eth0]"),
      ("http://[::1]x/", "http://[::1]x/"), ("http://[x]/", "http://[x]/"),
      ("http://ü@host/ü", "http://ü@host/ü"), ("http://b%C3cher/", "http://b%C3cher/"),
      ("http://%C3%BC%2F/", "http://%C3%BC%2F/"),
      ("http://%C3%B/", "http://%C3%B/"), ("http://%", "http://%"), ("http:ü", "http:ü"), ("ü", "ü"), ("", ""),
      ("http://", "http://"),
      ("http://[::1%25ü]/", "http://[::1%25ü]/"), ("http://ü\\@evil/", "http://ü\\@evil/"),
      ("/a?b=http://ü/", "/a?b=http://ü/"),
      ("http://h/?u=http://ü/", "http://h/?u=http://ü/"),
    ] as [(String, String)])
  func `only a URL's host is converted`(url: String, converted: String) {
    #expect(InternationalHost.converted(url) == converted)
  }
}
