import Moya
import MoyaTestSupport
import Testing

@Suite struct ProgressTests {
  private func progress(
    _ target: Probe, onStep: @escaping @Sendable (ProgressResponse) -> Void = { _ in }
  ) throws -> [ProgressResponse] {
    let ending = Ending()
    let seen = Locked<[ProgressResponse]>([])
    MoyaProvider<Probe>().request(
      target,
      progress: { step in
        seen.with { $0.append(step) }
        onStep(step)
      }, completion: ending.completion)
    _ = try ending.response()
    return seen.current
  }

  private func destination(_ folder: URL) -> DownloadDestination {
    { _, _ in (folder.appending(path: "download"), [.removePreviousFile]) }
  }

  @Test(arguments: [true, false])
  func `behaviour 102, behaviour 103: progress rises to 1 and ends with the one completed event`(download: Bool) throws
  {
    // The second half is sent after progress has reported the first.
    let heard = Signal()
    let server = try EchoServer { request in
      var answer = EchoAnswer(path: request.path)
      answer.halfway = { _ = heard.wait() }
      return answer
    }
    defer { server.stop() }
    let folder = TemporaryFolder()
    var target = Probe(server.host, "/_len-4000")
    if download { target.task = .downloadDestination(destination(folder.url)) }
    let seen = try progress(target) { if $0.progress > 0 { heard.fire() } }
    #expect(seen.count >= 2)
    #expect(seen.map(\.progress) == seen.map(\.progress).sorted())
    #expect(seen.map(\.completed) == Array(repeating: false, count: seen.count - 1) + [true])
    #expect(seen.dropLast().last?.progress == 1)
    #expect(seen.contains { $0.progress > 0 && $0.progress < 1 })
  }

  @Test func `after a cancel no progress is heard but the one event that ends it`() throws {
    // The body is larger than the buffers between server and client. So when the server has sent half of it, the client
    // must have received some of it, and there is progress to report.
    let (halfSent, gate) = (Signal(), Signal())
    let body = String(repeating: "x", count: 32 << 20)
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: body)
      answer.halfway = {
        halfSent.fire()
        _ = gate.wait()
      }
      return answer
    }
    defer {
      gate.fire()
      server.stop()
    }
    let ending = Ending()
    let token = Locked<(any Cancellable)?>(nil)
    let count = Locked(0)
    let started = Signal()
    let call = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "progress")).request(
      Probe(server.host),
      progress: { _ in
        let isFirst = count.with { count in
          count += 1
          return count == 1
        }
        if isFirst, started.wait(), halfSent.wait() { token.current?.cancel() }
      }, completion: ending.completion)
    token.with { $0 = call }
    started.fire()
    #expect(try ending.error().transferKind == .cancelled)
    #expect(count.current == 2)
  }

  @Test func `a token that is kept keeps nothing of the progress closure after the end`() throws {
    final class Held: Sendable {
      let released: Signal
      init(_ released: Signal) { self.released = released }
      deinit { released.fire() }
    }
    let server = try EchoServer()
    defer { server.stop() }
    let (ending, released) = (Ending(), Signal())
    let token = {
      let held = Held(released)
      return MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "progress")).request(
        Probe(server.host, "/"), progress: { _ in _ = held }, completion: ending.completion)
    }()
    _ = try ending.response()
    #expect(released.wait())
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [true, false])
  func `behaviour 104, behaviour 105: without a length progress is 0 until the end`(download: Bool) throws {
    let server = try EchoServer()
    defer { server.stop() }
    let folder = TemporaryFolder()
    var target = Probe(server.host, "/_len-40/_chunked")
    if download { target.task = .downloadDestination(destination(folder.url)) }
    let seen = try progress(target)
    #expect(seen.count > 1 && seen.dropLast().allSatisfy { $0.progress == 0 && !$0.completed })
    #expect(seen.last?.progress == 1 && seen.last?.completed == true)
  }

  @Test(arguments: 0..<5)
  func `behaviour 106, behaviour 107, behaviour 108: uploads report progress, whatever their body`(kind: Int) throws {
    let server = try EchoServer()
    defer { server.stop() }
    let folder = TemporaryFolder()
    let data = Data(repeating: 7, count: 300_000)
    let form = MultipartFormData(parts: [MultipartFormBodyPart(provider: .data(data), name: "f")])
    var target = Probe(server.host, "/upload")
    target.method = .post
    switch kind {
    case 0: target.task = .uploadFile(try folder.write(data, to: "upload"))
    case 1: target.task = .uploadMultipartFormData(form)
    case 2: target.task = .uploadCompositeMultipartFormData(form, urlParameters: ["q": 1])
    case 3: target.task = .requestData(data)
    default: target.task = .requestJSONEncodable(String(repeating: "x", count: 300_000))
    }
    let seen = try progress(target)
    #expect(seen.count > 1)
    #expect(seen.map(\.completed) == Array(repeating: false, count: seen.count - 1) + [true])
    #expect(seen.allSatisfy { $0.progressObject != nil })
    #expect(seen.last?.progressObject.map { $0.completedUnitCount >= 300_000 } == true)
  }
}
