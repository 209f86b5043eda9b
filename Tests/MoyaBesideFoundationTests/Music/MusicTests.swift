import Foundation
import Moya
import Testing

@Suite struct MusicTests {
  private static var all: [(MusicAPI, String)] {
    [
      (.login(user: "ada", password: "p&w"), "POST api/token grant_type=password&password=p%26w&username=ada"),
      (.me, "GET me"),
      (.playlists(limit: 5), "GET me/playlists?limit=5"),
      (.playlist(id: "x"), "GET playlists/x"),
      (.createPlaylist(name: "n", isPublic: true), #"POST me/playlists {"name":"n","public":true}"#),
      (.renamePlaylist(id: "x", name: "m"), #"PUT playlists/x {"name":"m"}"#),
      (.deletePlaylist(id: "x"), "DELETE playlists/x"),
      (.track(id: "t"), "GET tracks/t"),
      (.similar(id: "t", seeds: ["s": [0.5]]), "POST tracks/t/similar?market=DE s%5B%5D=0.5"),
      (.lyrics(id: "t"), "GET tracks/t/lyrics"),
      (.saveTracks(["a", "b"]), #"PUT me/tracks ["a","b"]"#),
      (.isSaved(["a", "b"]), "GET me/tracks/contains?ids=a%2Cb"),
      (.uploadCover(playlist: "x", jpeg: Data([1, 2, 3])), "PUT playlists/x/images AQID"),
      (.uploadTrack(URL(fileURLWithPath: "/tmp/t.ogg"), title: "T"), "POST tracks?title=T"),
      (.download(id: "t"), "GET tracks/t/audio"),
      (.events(since: Date(timeIntervalSince1970: 5)), #"POST events {"since":5}"#),
    ]
  }

  @Test func `a definition beside Foundation, with a custom encoding and an async token, becomes its requests`() throws
  {
    nonisolated(unsafe) var fetches = 0
    let counter = RequestCountPlugin()
    let service = MusicService { done in
      fetches += 1
      done("tok")
    }
    let provider = service.makeProvider(plugins: [AccessTokenPlugin { _ in "a" }, counter])
    for (target, expected) in MusicTests.all {
      var sent: URLRequest?
      provider.request(target) { result in sent = (try? result.get())?.request }
      let request = try #require(sent, "\(target)")
      #expect(request.value(forHTTPHeaderField: "X-Token") == "Bearer tok")
      let url =
        request.url?.absoluteString.replacingOccurrences(of: target.baseURL.absoluteString + "/", with: "") ?? ""
      let body = request.httpBody.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
      #expect("\(request.httpMethod ?? "") \(url)\(body)" == expected)
    }
    #expect(fetches == 1)
    #expect(counter.counts["me"] == 1)
  }

  @Test func `errors bridge to NSError as Moya's do`() {
    let error = MoyaError.requestMapping("x") as NSError
    #expect(error.domain == "Moya.MoyaError")
    #expect(error.code == 7)
    #expect(error.localizedDescription == "Failed to map Endpoint to a URLRequest.")
  }

  @Test func `a sample may be an NSError`() throws {
    let sample = NSError(domain: "app", code: 3, userInfo: [NSLocalizedDescriptionKey: "Houston"])
    let provider = MoyaProvider<MusicAPI>(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString, sampleResponseClosure: { .networkError(sample) },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: MoyaProvider.immediatelyStub)
    var seen: NSError?
    provider.request(.me) { result in
      if case let .failure(.underlying(error, _)) = result { seen = error as NSError }
    }
    #expect(seen == sample)
  }
}
