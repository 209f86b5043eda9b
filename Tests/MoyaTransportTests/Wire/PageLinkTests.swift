import MoyaHTTP
import MoyaTransport
import Testing

/// The URL of another page, as the field Link of a response names it.
@Suite struct PageLinkTests {
  private let requested = "https://api.example.com/items?page=1"

  @Test(arguments: [
    ("</items?page=2>; rel=next", "https://api.example.com/items?page=2"),
    ("<?page=2>; rel=\"next\"", "https://api.example.com/items?page=2"),
    ("<a b>; rel=next", "https://api.example.com/a%20b"),
    ("<https://API.example.com:443/x>; rel=next", "https://API.example.com:443/x"),
    ("</x>; rel=prev", nil),
    ("", nil),
  ])
  func `a link is resolved against the URL of the response`(field: String, wanted: String?) throws {
    #expect(try PageLink.url("next", in: field, of: requested, requested: requested) == wanted)
  }

  @Test func `the origin of the request counts, wherever a redirect has led`() throws {
    let elsewhere = "https://cdn.example.com/moved"
    let link = "<\(requested)>; rel=next"
    #expect(try PageLink.url("next", in: link, of: elsewhere, requested: requested) == requested)
    #expect(throws: TransferError.self) {
      try PageLink.url("next", in: "</items?page=2>; rel=next", of: elsewhere, requested: requested)
    }
  }

  @Test(arguments: ["</items?page=2>", "<?page=2>", "<https://api.example.com/items?page=2>"])
  func `the user of the request's URL stays`(link: String) throws {
    let requested = "https://ann:s3cret@api.example.com/items?page=1"
    let url = try PageLink.url("next", in: link + "; rel=next", of: requested, requested: requested)
    #expect(url == "https://ann:s3cret@api.example.com/items?page=2")
  }

  @Test(arguments: [
    "<http://api.example.com/>", "<https://api.example.com:444/>", "<https://evil.example/?s3cret=1>",
    "<//u:s3cret@evil.example/>", "<https://u:s3cret@api.example.com/>", "<ftp://x>", "<mailto:a@b>",
  ])
  func `another origin, a user and another scheme are refused, without a secret`(link: String) {
    do throws(TransferError) {
      _ = try PageLink.url("next", in: link + "; rel=next", of: requested, requested: requested)
      Issue.record("it should fail")
    } catch {
      #expect(error.kind == .invalidURL)
      #expect(!error.message.contains("s3cret"), "\(error.message)")
    }
  }
}
