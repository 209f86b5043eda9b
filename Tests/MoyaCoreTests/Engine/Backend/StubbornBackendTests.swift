import Testing

@testable import MoyaCore

/// Backends that cannot be stopped, do not watch the clock, or end an exchange more than once.
@Suite final class StubbornBackendTests {
  let journal = Journal()
  let backend = ScriptedBackend(watchesTotalTimeout: false)

  /// The backend holds references to the observers of calls, and the calls hold references to the backend.
  deinit { backend.forgetObservers() }

  private func call(
    _ backend: any Backend, _ plugins: [any PluginHooks], executor: (any Executor)? = nil
  ) -> Call {
    var plan = FlightPlan(backend, executor: executor ?? self.backend, plugins)
    plan.description.totalTimeout = 250
    plan.progress = { [journal] in journal.write("progress \($0.progress)") }
    return Call(plan) { [journal] result in
      journal.write("completion \(Journal.brief(result))")
      if case .failure(let error) = result { journal.write(error.message) }
    }
  }

  private func retrying() -> RecordingPlugin {
    let plugin = RecordingPlugin("A", journal)
    plugin.onRetry = { _, context in context.attempt == 1 ? .now : .no }
    return plugin
  }

  private func late() {
    for observer in backend.observers {
      observer.transferDidProgress(TransferProgress(completedUnitCount: 1, totalUnitCount: 2))
      observer.transferDidFinish(ScriptedBackend.status(200))
    }
  }

  @Test(arguments: [true, false]) func `a call that is cancelled ends at once, and only once`(hasPlugins: Bool) {
    let call = call(backend, hasPlugins ? [RecordingPlugin("A", journal)] : [])
    call.start()
    call.cancel()
    let events = journal.all
    #expect(events.contains("A.didReceive cancelled") == hasPlugins)
    #expect(events.filter { $0.hasPrefix("completion") } == ["completion cancelled"])
    call.cancel()
    late()
    backend.fireTimers()
    #expect(journal.all == events)
  }

  @Test func `a call that is out of time ends at once, and says which time`() {
    call(backend, [RecordingPlugin("A", journal)]).start()
    #expect(backend.delays.count == 1)
    backend.fireTimers()
    let events = journal.all
    #expect(events.contains("A.didReceive totalTimeout"))
    #expect(
      events.suffix(2) == ["completion totalTimeout", "the call did not end within its total timeout of 250 ms"])
    late()
    #expect(journal.all == events)
  }

  @Test func `a call is stopped while its backend's send runs`() {
    let call = call(backend, [])
    backend.onSend = { [unowned call, journal] in
      call.cancel()
      journal.write("send returns")
    }
    call.start()
    #expect(journal.all.last == "send returns")
    #expect(journal.all.contains("completion cancelled"))
    backend.fireTimers()
    #expect(journal.all.last == "send returns", "its clock was stopped")
  }

  @Test func `time runs out while its backend's send runs`() {
    defer { backend.onSend = {} }
    backend.onSend = { [backend, journal] in
      backend.fireTimers()
      journal.write("send returns")
    }
    call(backend, []).start()
    #expect(
      journal.all.suffix(3) == [
        "completion totalTimeout", "the call did not end within its total timeout of 250 ms", "send returns",
      ])
  }

  @Test func `what can be stopped and ends as cancelled ran out of time all the same`() {
    final class Stoppable: Backend {
      let inner = ScriptedBackend()
      func send(_ exchange: Exchange, observer: any TransferObserver) -> (any MoyaHTTP.Stoppable)? {
        inner.send(exchange, observer: observer)
      }
    }
    let backend = Stoppable()
    call(backend, [], executor: backend.inner).start()
    backend.inner.fireTimers()
    #expect(journal.all.contains("completion totalTimeout"))
    backend.inner.forgetObservers()
  }

  @Test(arguments: [false, true])
  func `what a backend says of a call that it was told to stop is not the end of it`(answers: Bool) {
    final class Tearing: Backend {
      let answers: Bool
      init(_ answers: Bool) { self.answers = answers }

      final class Transfer: MoyaHTTP.Stoppable {
        let answers: Bool
        let observer: any TransferObserver
        init(_ answers: Bool, _ observer: any TransferObserver) { (self.answers, self.observer) = (answers, observer) }

        func stop() {
          observer.transferDidFinish(
            answers ? ScriptedBackend.status(200) : .failure(TransferError(.connect, "torn down")))
        }
      }

      func send(_ exchange: Exchange, observer: any TransferObserver) -> (any MoyaHTTP.Stoppable)? {
        Transfer(answers, observer)
      }
    }
    let call = call(Tearing(answers), [])
    call.start()
    call.cancel()
    #expect(journal.all.suffix(2) == ["completion cancelled", "the request was cancelled"])
  }

  @Test func `the first of two ends is the end`() {
    let call = call(backend, [RecordingPlugin("A", journal)])
    defer { backend.onSend = {} }
    backend.onSend = { [backend] in
      let observer = backend.observers.first
      observer?.transferDidFinish(ScriptedBackend.status(201))
      observer?.transferDidFinish(ScriptedBackend.status(202))
    }
    call.start()
    #expect(journal.all.filter { $0.hasSuffix("201") } == ["A.didReceive 201", "A.process 201", "completion 201"])
    #expect(!journal.all.contains { $0.hasSuffix("202") })
  }

  @Test func `a second end of the first attempt is not the end of the second`() {
    call(backend, [retrying()]).start()
    let first = backend.observers.first
    backend.finish(ScriptedBackend.status(503))
    backend.fireTimers()
    #expect(backend.sent.count == 2)
    first?.transferDidFinish(ScriptedBackend.status(201))
    #expect(!journal.all.contains { $0.hasPrefix("completion") })
    backend.finish(ScriptedBackend.status(200))
    #expect(journal.all.last == "completion 200")
  }

  @Test func `time that runs out after an attempt keeps that attempt's answer`() {
    let plugin = retrying()
    plugin.onPrepare = { request, context in context.attempt == 1 ? .ready(request) : .pending }
    let backend = ScriptedBackend([ScriptedBackend.status(503, "busy")])
    var plan = FlightPlan(backend, executor: backend, [plugin])
    plan.description.validation = .successCodes
    nonisolated(unsafe) var seen: MoyaError?
    Call(plan) { if case .failure(let error) = $0 { seen = error } }.start()
    backend.fireTimers()
    backend.fireTimers()
    #expect(seen?.message == "the call did not end within its total timeout of 300000 ms")
    #expect(seen?.response?.data == Data("busy".utf8))
  }

  @Test func `time that runs out before the first attempt says so`() {
    let plugin = RecordingPlugin("A", journal)
    plugin.onPrepare = { _, _ in .pending }
    call(backend, [plugin]).start()
    backend.fireTimers()
    #expect(journal.all.last == "the request was not sent within its total timeout of 250 ms")
  }
}
