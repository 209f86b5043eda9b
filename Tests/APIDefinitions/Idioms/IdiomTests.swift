import Foundation
import Moya
import Testing

struct `Code that grew around Moya` {
  @Test func `an extension of TargetType says what all targets share`() throws {
    let provider = MoyaProvider<NotesAPI>(stubClosure: MoyaProvider.immediatelyStub)
    var request: URLRequest?
    provider.request(.list) { result in request = try? result.get().request }
    #expect(request?.url?.absoluteString == "https://notes.example/v1/list")
    #expect(request?.headers == ["Accept": "application/json"])
    #expect(NotesAPI.list.endpoint + "\(NotesAPI.list.timeout)" == "/list3.0")
  }

  @Test func `an application's own async request is the one that is called`() async throws {
    let provider = MoyaProvider<NoteByID>(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString, sampleResponseClosure: { target.sampleResponse },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: { $0.stubBehavior })
    let result = await provider.request(NoteByID(id: 1))
    #expect(try result.get().statusCode == 201)
    let note = try await provider.send(NoteByID(id: 1))
    #expect(note == Note(text: "sample"))
  }

  @Test func `a subclass of the provider sees its requests`() {
    let provider = NotesProvider<NotesAPI>(responseCode: 404)
    var summary: String?
    _ = provider.request(.list) { result in
      if case .failure(let error) = result { summary = error.summary }
    }
    #expect(summary == "status 404 404")
    #expect(provider.failures == 1)
  }

  @Test func `an interceptor renews a token once and the requests are sent again`() async throws {
    let rules = StubRules()
    rules.add(
      .any,
      answer: .computed { exchange in
        .networkResponse(exchange.request.headers["authorization"] == "Bearer new" ? 200 : 401, Data())
      })
    let interceptor = NotesInterceptor()
    let provider = MoyaProvider<NotesAPI>(
      callbackQueue: .global(), session: Session(interceptor: interceptor, backend: rules))
    #expect(try await provider.request(.list).get().statusCode == 200)
    #expect(interceptor.refreshes == 1)
    #expect(rules.requests.map { $0.headers["X-Device"] } == ["phone", "phone"])

    rules.add(.any, answer: .text(401, ""))
    guard case .failure(let error) = await provider.request(.refresh) else {
      Issue.record("no failure")
      return
    }
    #expect(error.summary == "status 401 401")
  }

  @Test func `errors are taken apart as NSErrors`() async throws {
    let sample = NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut)
    let provider = MoyaProvider<NotesAPI>(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString, sampleResponseClosure: { .networkError(sample) },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: MoyaProvider.immediatelyStub)
    guard case .failure(let error) = await provider.request(.list), case .underlying(let inner, _) = error else {
      Issue.record("no failure, or another")
      return
    }
    #expect(error.summary == "timeout")
    #expect(error.underlyingCode == NSURLErrorTimedOut)
    #expect(inner as NSError == sample)
    #expect(MoyaError.underlying(TransferError.cancelled, nil).summary == "network \(NSURLErrorCancelled)")
    #expect((MoyaError.requestMapping("x") as NSError).code == 7)
  }

  @Test func `a cancelled request is told from others by a pattern`() async {
    let spellings: any Spellings = EarlierSpellings()
    let provider = MoyaProvider<NoteByID>(stubClosure: MoyaProvider.delayedStub(60), callbackQueue: .global())
    let result = await withCheckedContinuation { continuation in
      provider.request(NoteByID(id: 1)) { continuation.resume(returning: $0) }.cancel()
    }
    switch result {
    case .failure(let error):
      #expect(spellings.isCancelled(error))
      if case .underlying(TransferError.cancelled, nil) = error {} else { Issue.record("\(error)") }
    case .success(let response): Issue.record("\(response)")
    }
    for other in [MoyaError.underlying(TransferError(.connect, "x"), nil), .requestMapping("x")] {
      #expect(!spellings.isCancelled(other) && !spellings.isCancelledError(other))
    }
    #expect(spellings.isCancelledError(TransferError(.cancelled, "in words of a backend's own")))
    #expect(!spellings.isCancelledError(TransferError(.connect, "x")))
    do {
      throw TransferError(.connect, "x")
    } catch TransferError.cancelled {
      Issue.record("another kind")
    } catch {}
  }

  @Test func `a requirement of the application's own is seen through MultiTarget`() {
    #expect(MultiTarget(PrivateNote(needsAuth: true)).needsAuth)
    #expect(!MultiTarget(PrivateNote(needsAuth: false)).needsAuth)
    #expect(!MultiTarget(NotesAPI.list).needsAuth)
  }

  @Test func `the spellings of Moya 13 and 14 mean what they meant`() async throws {
    let spellings: any Spellings = EarlierSpellings()
    #expect(spellings.providers().count > 1)
    for provider in spellings.providers() {
      let request = try await provider.request(NoteByID(id: 2)).get().request
      #expect(request?.headers["Authorization"] == "Bearer t")
    }
    let url = try #require(URL(string: "https://notes.example"))
    let request = try spellings.request(url)
    #expect(request.url?.query == "page=1")
    #expect(request.headers.contains("User-Agent"))
  }
}
