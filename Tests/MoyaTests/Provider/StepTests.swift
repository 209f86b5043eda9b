import Moya
import MoyaTestSupport
import Testing

/// The steps of a request, on the way to the head of its response.
@Suite struct StepTests {
  /// Stores the steps. Fires `reached` when the request waits for the response (the step `receive`).
  private final class Steps: Sendable {
    private let stored = Locked<[TransferStep]>([])
    let reached = Signal()

    var kinds: [TransferStep.Kind] { stored.current.map(\.kind) }
    var last: TransferStep? { stored.current.last }
    var attempts: [Int] { stored.current.map(\.attempt) }
    var address: [String] { stored.current.map(\.address).filter { !$0.isEmpty } }

    func note(_ step: TransferStep) {
      stored.with { $0.append(step) }
      if step.kind == .receive { reached.fire() }
    }
  }

  private static let whole: [TransferStep.Kind] = [.connect, .sendHead, .receive]

  @Test func `a step is reported while the request is in it, and before the head`() async throws {
    let steps = Steps()
    let isInTime = Locked(false)
    let server = try EchoServer { _ in
      var answer = EchoAnswer()
      // The server sends the response only after the program has received the step `receive`.
      answer.beforeHead = { isInTime.with { $0 = steps.reached.waitForTask() } }
      return answer
    }
    defer { server.stop() }
    let provider = MoyaProvider<Probe>(session: .patient())
    let response = try await provider.request(Probe(server.host, "/first"), steps: { steps.note($0) })
    #expect(response.statusCode == 200 && isInTime.current)
    #expect(steps.kinds == StepTests.whole)
    #expect(steps.address == ["127.0.0.1", "127.0.0.1"])

    let again = Steps()
    let stream = try await provider.stream(
      Probe(server.host, "/again"),
      steps: { step in
        again.note(step)
        steps.reached.fire()
      })
    #expect(stream.statusCode == 200)
    for try await _ in stream {}
    #expect(again.kinds == [.sendHead, .receive])
    #expect(again.attempts == [1, 1])
  }

  @Test func `a request that may be shared has steps`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let steps = Steps()
    let provider = MoyaProvider<Probe>(session: .patient(), trackInflights: true)
    _ = try await provider.request(Probe(server.host, "/"), steps: { steps.note($0) })
    #expect(steps.kinds == StepTests.whole)
  }

  @Test func `MoyaX has steps too, and a stub has none`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let provider = MoyaXProvider(session: .patient())
    let steps = Steps()
    _ = try await provider.request(Probe(server.host, "/x"), steps: { steps.note($0) })
    #expect(steps.kinds == StepTests.whole)
    var stubbed = Probe()
    stubbed.stubBehavior = .immediate
    let none = Steps()
    _ = try await provider.request(stubbed, steps: { none.note($0) })
    #expect(none.kinds.isEmpty)
  }

  @Test func `the last step of a request that fails is what failed`() async throws {
    let steps = Steps()
    let provider = MoyaProvider<Probe>(session: .patient())
    await #expect(throws: MoyaError.self) {
      _ = try await provider.request(Probe("127.0.0.1:1", "/"), steps: { steps.note($0) })
    }
    #expect(steps.kinds == [.connect])
  }

  @Test func `a retry has its own steps, with the number of its attempt`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let steps = Steps()
    var policy = RetryPolicy()
    policy.scale = 0
    let provider = MoyaProvider<Probe>(session: .patient(), plugins: [RetryPlugin(policy)])
    _ = try await provider.request(Probe(server.host, "/_flaky-1"), steps: { steps.note($0) })
    #expect(steps.kinds == StepTests.whole + [.sendHead, .receive])
    #expect(steps.attempts == [1, 1, 1, 2, 2])
  }

  @Test func `steps run with the task-locals that the provider carries`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let marks = Locked<[String]>([])
    let provider = MoyaProvider<Probe>(session: .patient(), carrying: [Carried(Caller.$mark)])
    try await Caller.$mark.withValue("own") {
      _ = try await provider.request(
        Probe(server.host, "/"), steps: { _ in marks.with { $0.append(Caller.mark ?? "") } })
    }
    #expect(marks.current == ["own", "own", "own"])
  }

  @Test func `a cancel in a step ends the request`() async throws {
    let gate = Signal()
    let server = try EchoServer { _ in
      var answer = EchoAnswer()
      answer.beforeHead = { _ = gate.waitForTask() }
      return answer
    }
    defer { server.stop() }
    defer { gate.fire() }
    let provider = MoyaProvider<Probe>(session: .patient())
    let waiting = Locked<_Concurrency.Task<Void, Never>?>(nil)
    let begun = Signal()
    let ended = Locked<MoyaError?>(nil)
    let task = _Concurrency.Task {
      do throws(MoyaError) {
        _ = try await provider.request(
          Probe(server.host, "/"),
          steps: { step in
            guard step.kind == .receive, begun.waitForTask() else { return }
            waiting.current?.cancel()
          })
      } catch {
        ended.with { $0 = error }
      }
    }
    waiting.with { $0 = task }
    begun.fire()
    await task.value
    #expect(ended.current != nil)
  }
}
