import Dispatch
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// Calls that are cancelled, and calls that are tried again.
extension FlightTests {
  @Test func `a cancel on the wire stops the backend and completes once`() {
    let backend = ScriptedBackend()
    let call = call(plan(backend, plugins("A")))
    call.start()
    call.cancel()
    #expect(journal.all.suffix(3) == ["A.didReceive cancelled", "A.process cancelled", "completion cancelled"])
    backend.finish(ScriptedBackend.status(200))
    #expect(journal.all.filter { $0.hasPrefix("completion") }.count == 1)
  }

  @Test func `a cancel inside willSend keeps the request off the wire`() {
    final class Canceller: PluginType {
      nonisolated(unsafe) var call: Call?
      func willSend(_ request: any RequestType, target: any TargetType) { call?.cancel() }
    }
    let canceller = Canceller()
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    let call = call(plan(backend, [canceller]))
    canceller.call = call
    call.start()
    #expect(backend.sent.isEmpty)
    #expect(journal.all == ["completion cancelled"])
    canceller.call = nil
  }

  @Test func `a cancel while the backend takes the request stops what the backend gives back`() {
    let backend = ScriptedBackend()
    let call = call(plan(backend, []))
    backend.onSend = { [unowned call] in call.cancel() }
    call.start()
    #expect(journal.all == ["completion cancelled"])
  }

  @Test func `a retry prepares the original request again and pairs didReceive with willSend`() {
    let pair = plugins("A")
    pair[0].onRetry = { result, context in
      (try? result.get().statusCode) == 503 && context.attempt < 3 ? .after(seconds: 0.25) : .no
    }
    let backend = ScriptedBackend([503, 503, 200].map { ScriptedBackend.status($0) })
    call(plan(backend, pair)).start()
    backend.fireTimers()
    backend.fireTimers()
    #expect(backend.delays == [250, 250])
    #expect(
      journal.all == [
        "A.prepare 1", "A.willSend A", "A.didReceive 503", "A.prepare 2", "A.willSend A", "A.didReceive 503",
        "A.prepare 3", "A.willSend A", "A.didReceive 200", "A.process 200", "completion 200",
      ])
  }

  @Test func `a cancel while a retry waits completes at once`() {
    let pair = plugins("A")
    pair[0].onRetry = { _, _ in .after(seconds: 60) }
    let backend = ScriptedBackend([ScriptedBackend.status(503)])
    let call = call(plan(backend, pair))
    call.start()
    call.cancel()
    backend.fireTimers()
    #expect(journal.all.suffix(2) == ["A.process cancelled", "completion cancelled"])
    #expect(backend.sent.count == 1)
  }

  @Test func `a retry that would outlast the total timeout is not waited for`() {
    let pair = plugins("A")
    pair[0].onRetry = { _, _ in .after(seconds: 60) }
    var plan = plan(ScriptedBackend([ScriptedBackend.status(503)]), pair)
    plan.description.totalTimeout = 30_000
    call(plan).start()
    #expect(journal.all.last == "completion 503")
  }

  @Test(arguments: [Double.nan, -1, -Double.infinity]) func `a delay that is no time is none`(seconds: Double) {
    let pair = plugins("A")
    pair[0].onRetry = { _, context in context.attempt == 1 ? .after(seconds: seconds) : .no }
    let backend = ScriptedBackend([ScriptedBackend.status(503), ScriptedBackend.status(200)])
    call(plan(backend, pair)).start()
    backend.fireTimers()
    #expect(backend.delays == [0])
    #expect(journal.all.last == "completion 200")
  }
}
