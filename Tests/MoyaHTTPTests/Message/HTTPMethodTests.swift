import MoyaHTTP
import Testing

struct `A method` {
  private static func sent(_ name: String) -> String? {
    var request = URLRequest(urlText: "http://h")
    request.httpMethod = name
    return request.httpMethod
  }

  @Test(arguments: ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"])
  func `that is standard is in capitals`(name: String) {
    for spelling in [name, name.lowercased(), name.prefix(1) + name.dropFirst().lowercased()] {
      #expect(Self.sent(spelling) == name)
    }
  }

  @Test(arguments: ["purge", "Purge", "m-search", "gett", "ge"]) func `of its own stays as it is`(name: String) {
    #expect(Self.sent(name) == name)
  }
}
