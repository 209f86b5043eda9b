import Dispatch
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// Plugins that prepare a request later.
extension FlightTests {
  @Test func `a pending prepare goes on with the next plugin when it is resumed`() {
    let pair = plugins("A", "B")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // otherwise the plugin and the call would hold references to each other
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    call(plan(backend, pair)).start()
    #expect(journal.all == ["A.prepare 1"])
    waiting?.resume(.ready(URLRequest(urlText: "http://h/token")))
    waiting?.resume(.ready(URLRequest(urlText: "http://h/twice")))
    #expect(journal.all.last == "completion 200")
    #expect(backend.sent.map(\.urlText) == ["http://h/token"])
  }

  @Test func `a resume that comes before its pending is not lost`() {
    let pair = plugins("A", "B")
    pair[0].onPrepare = { request, context in
      context.resume(.ready(request))
      return .pending
    }
    call(plan(ScriptedBackend([ScriptedBackend.status(200)]), pair)).start()
    #expect(journal.all.last == "completion 200")
    #expect(journal.all.filter { $0 == "B.prepare 1" }.count == 1)
  }

  /// This test is for ThreadSanitizer, which reports data that two threads use without a lock.
  @Test func `a resume from another thread may come while its pending is on the way`() {
    final class Resuming: PluginType {
      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
        DispatchQueue.global().async { context.resume(.ready(request)) }
        return .pending
      }
    }
    let ended = Signal()
    let count = 200
    for _ in 0..<count {
      let backend = ScriptedBackend([ScriptedBackend.status(200)])
      Call(plan(backend, [Resuming(), Resuming()])) { _ in ended.fire() }.start()
    }
    #expect(ended.wait(count))
  }

  @Test func `a resume of an earlier attempt is not the answer of a later one`() throws {
    let pair = plugins("A")
    var contexts: [PluginContext] = []
    defer { contexts = [] }  // otherwise the plugin and the call would hold references to each other
    pair[0].onPrepare = { request, context in
      contexts.append(context)
      if context.attempt == 1 { return .ready(request) }
      contexts[0].resume(.answered(.failure(.requestMapping("stale"))))
      return .pending
    }
    pair[0].onRetry = { _, context in context.attempt == 1 ? .after(seconds: 0) : .no }
    let backend = ScriptedBackend([503, 200].map { ScriptedBackend.status($0) })
    call(plan(backend, pair)).start()
    backend.fireTimers()
    contexts[0].resume(.answered(.failure(.requestMapping("stale"))))
    #expect(journal.all.last == "A.prepare 2")
    contexts[1].resume(.ready(try #require(backend.sent.first)))
    #expect(journal.all.last == "completion 200")
  }

  @Test func `a second resume of prepare is not the answer of sign`() {
    final class Waiting: PluginType {
      nonisolated(unsafe) var contexts: [PluginContext] = []

      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation { wait(context) }
      func sign(_ request: URLRequest, context: PluginContext) -> Preparation { wait(context) }

      private func wait(_ context: PluginContext) -> Preparation {
        contexts.append(context)
        return .pending
      }
    }
    let plugin = Waiting()
    defer { plugin.contexts = [] }  // otherwise the plugin and the call would hold references to each other
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    call(plan(backend, [plugin])).start()
    #expect(plugin.contexts[0].resume(.ready(URLRequest(urlText: "http://h/prepared"))))
    #expect(!plugin.contexts[0].isAwaited && plugin.contexts[1].isAwaited)
    #expect(!plugin.contexts[0].resume(.ready(URLRequest(urlText: "http://h/twice"))))
    #expect(plugin.contexts[1].resume(.ready(URLRequest(urlText: "http://h/signed"))))
    #expect(backend.sent.map(\.urlText) == ["http://h/signed"])
  }

  @Test func `a resume of a plugin that did not wait is not the answer of the next one`() {
    let pair = plugins("A", "B")
    nonisolated(unsafe) var first: PluginContext?
    defer { first = nil }  // otherwise the plugin and the call would hold references to each other
    pair[0].onPrepare = { request, context in
      first = context
      context.resume(.answered(.failure(.requestMapping("early"))))
      return .ready(request)
    }
    pair[1].onPrepare = { _, _ in .pending }
    let backend = ScriptedBackend()
    let call = call(plan(backend, pair))
    call.start()
    first?.resume(.answered(.failure(.requestMapping("late"))))
    #expect(journal.all == ["A.prepare 1", "B.prepare 1"])
    call.cancel()
  }

  @Test func `the clock of a pending prepare stops when it is resumed`() {
    let pair = plugins("A")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // otherwise the plugin and the call would hold references to each other
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend()
    call(plan(backend, pair)).start()
    waiting?.resume(.ready(URLRequest(urlText: "http://h/token")))
    backend.fireTimers()
    backend.finish(ScriptedBackend.status(200))
    #expect(journal.all.last == "completion 200")
  }

  @Test func `a cancel ends a pending prepare once and a later resume is ignored`() {
    let pair = plugins("A")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // otherwise the plugin and the call would hold references to each other
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    let call = call(plan(backend, pair))
    call.start()
    call.cancel()
    call.cancel()
    #expect(waiting?.resume(.ready(URLRequest(urlText: "http://h/late"))) == false)
    #expect(call.isCancelled)
    #expect(journal.all == ["A.prepare 1", "A.process cancelled", "completion cancelled"])
    #expect(backend.sent.isEmpty)
  }

  @Test func `a resume says whether it was taken, and only the first of its turn is`() throws {
    let pair = plugins("A", "B")
    var contexts: [PluginContext] = []
    defer { contexts = [] }  // otherwise the plugins and the call would hold references to each other
    for (plugin, isFirst) in zip(pair, [true, false]) {
      plugin.onPrepare = { request, context in
        contexts.append(context)
        return context.attempt == 1 && isFirst ? .ready(request) : .pending
      }
    }
    pair[1].onRetry = { _, context in context.attempt == 1 ? .now : .no }
    let request = URLRequest(urlText: "http://h/token")
    let backend = ScriptedBackend()
    call(plan(backend, pair)).start()
    #expect(!contexts[0].resume(.ready(request)), "it did not wait")
    #expect(!contexts[1].resume(.pending))
    #expect(contexts[1].resume(.ready(request)))
    #expect(!contexts[1].resume(.ready(request)), "the request is out")
    backend.finish(ScriptedBackend.status(503))
    #expect(!contexts[1].resume(.ready(request)), "the next attempt is to come")
    backend.fireTimers()
    #expect(!contexts[0].resume(.ready(request)) && !contexts[1].resume(.ready(request)), "of the attempt before")
    #expect(contexts[2].resume(.ready(request)) && !contexts[2].resume(.ready(request)))
    #expect(contexts[3].resume(.ready(request)))
    backend.finish(ScriptedBackend.status(200))
    #expect(contexts.allSatisfy { !$0.resume(.ready(request)) })
    #expect(journal.all.last == "completion 200")
  }

  @Test func `the total timeout ends a pending prepare`() {
    let pair = plugins("A")
    pair[0].onPrepare = { _, _ in .pending }
    let backend = ScriptedBackend()
    let call = call(plan(backend, pair))
    call.start()
    backend.fireTimers()
    #expect(journal.all.last == "completion totalTimeout")
    #expect(!call.isCancelled)
  }
}
