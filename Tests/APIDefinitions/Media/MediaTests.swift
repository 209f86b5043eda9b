import Foundation
import Moya
import Testing

struct `An API of several enums, with and without Foundation` {
  @Test func `gives every case its request through one provider`() async throws {
    try await check(MediaRows.auth)
    try await check(MediaRows.library)
    try await check(MediaRows.playback)
    try await check(MediaRows.profile)
  }

  @Test func `has a row for every case`() {
    func names<Target>(_ rows: [(Target, String, String?)]) -> Int {
      Set(rows.map { "\($0.0)".prefix { $0 != "(" } }).count
    }
    #expect(names(MediaRows.auth) == 8)
    #expect(names(MediaRows.library) == 15)
    #expect(names(MediaRows.playback) == 15)
    #expect(names(MediaRows.profile) == 12)
  }

  @Test func `adds a header to one feature only, and tokens where they belong`() async throws {
    let network = MediaNetwork(stubClosure: MoyaProvider.immediatelyStub)
    let library = try await network.provider.request(MultiTarget(LibraryAPI.saved)).request
    #expect(library?.value(forHTTPHeaderField: "X-Feature") == "library")
    #expect(library?.value(forHTTPHeaderField: "Authorization") == "Bearer m-token")
    let auth = try await network.provider.request(MultiTarget(AuthAPI.signInWithCode("1"))).request
    #expect(auth?.value(forHTTPHeaderField: "X-Feature") == nil)
    #expect(auth?.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(auth?.value(forHTTPHeaderField: "X-Client") == "media/3.1")
    #expect(auth?.value(forHTTPHeaderField: "X-Locale") == "en_GB")
  }

  @Test func `takes a struct beside the enums`() async throws {
    let network = MediaNetwork(stubClosure: MoyaProvider.immediatelyStub)
    let url = try #require(URL(string: "https://hooks.example/in?key=1"))
    let target = WebhookTarget(url: url, payload: ["b": "2", "a": "1"])
    let request = try await network.provider.request(MultiTarget(target)).request
    #expect(request?.url == url)
    #expect(request?.httpBody == Data(#"{"a":"1","b":"2"}"#.utf8))
  }

  @Test func `plugins see a target's own requirement through MultiTarget`() async throws {
    let spins = Protected<[Bool]>([])
    let spinner = SpinnerPlugin { isOn in spins.withLock { $0.append(isOn) } }
    let network = MediaNetwork(stubClosure: MoyaProvider.immediatelyStub, plugins: [spinner])
    _ = try await network.provider.request(MultiTarget(ProfileAPI.me))
    _ = try await network.provider.request(MultiTarget(LibraryAPI.saved))
    #expect(spins.withLock { $0 } == [true, false])
  }

  @Test func `sends what a Foundation stream reads`() async throws {
    let recorder = BodyRecorder()
    let network = MediaNetwork(
      stubClosure: MoyaProvider.neverStub, session: Session(backend: recorder))
    _ = try await network.provider.request(MultiTarget(ProfileAPI.voiceNote(Data("hum".utf8))))
    let body = try #require(recorder.body.withLock { $0 })
    let head = "--media\r\nContent-Disposition: form-data; name=\"note\"; filename=\"note.ogg\"\r\n"
    #expect(String(decoding: body, as: UTF8.self) == head + "Content-Type: audio/ogg\r\n\r\nhum\r\n--media--\r\n")
  }

  @Test func `maps answers in the network layer`() throws {
    struct Album: Decodable, Equatable {
      let id: Int
      let title: String
    }
    let network = MediaNetwork(stubClosure: MoyaProvider.immediatelyStub)
    let albums = Protected<[Result<Album, MoyaError>]>([])
    _ = network.request(LibraryAPI.album(id: 7), as: Album.self, at: "album") { album in
      albums.withLock { $0.append(album) }
    }
    _ = network.request(LibraryAPI.saved, as: Album.self) { album in albums.withLock { $0.append(album) } }
    let mapped = albums.withLock { $0 }
    #expect(mapped.count == 2)
    #expect(try mapped.first?.get() == Album(id: 7, title: "Blue Train"))
    #expect(throws: MoyaError.self) { try mapped.last?.get() }
  }

  private func check<Target: MediaTarget>(_ rows: [(Target, String, String?)]) async throws {
    let network = MediaNetwork(stubClosure: MoyaProvider.immediatelyStub)
    for (target, line, body) in rows {
      let request = try #require(try await network.provider.request(MultiTarget(target)).request, "\(target)")
      let path = request.url?.absoluteString.replacingOccurrences(of: "https://staging.media.example/v2/", with: "")
      #expect("\(request.httpMethod ?? "") \(path ?? "")" == line)
      #expect(bodyText(request) == body)
    }
  }

  private func bodyText(_ request: URLRequest) -> String? {
    let type = request.value(forHTTPHeaderField: "Content-Type")
    if type == nil, request.httpBody == nil { return nil }
    let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    return "\((type ?? "-").prefix { $0 != ";" }) \(body)"
  }
}

/// Stores the body that would be sent, and responds.
private final class BodyRecorder: Backend {
  let body = Protected<Data?>(nil)

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    body.withLock { $0 = exchange.request.httpBody }
    observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data()))))
    return nil
  }
}
