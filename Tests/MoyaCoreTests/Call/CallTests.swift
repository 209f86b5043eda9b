import Dispatch
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct CallTests {
  struct Zen: TargetType {
    let baseURL = URL(filePath: "/unused")
    let path = ""
  }

  let journal = Journal()

  private func plugins(_ names: String...) -> [RecordingPlugin] { names.map { RecordingPlugin($0, journal) } }

  private func recipe(_ backend: any Backend, _ plugins: [any PluginType]) -> CallRecipe {
    CallRecipe(
      target: Zen(), source: .ready(URLRequest(urlText: "http://h/zen")), backend: backend, plugins: plugins)
  }

  private func call(_ recipe: CallRecipe) -> Call {
    Call(recipe) { [journal] in journal.write("completion \(Journal.brief($0))") }
  }

  @Test func `hooks run plugin by plugin in the same order on the way out and back`() {
    call(recipe(ScriptedBackend([ScriptedBackend.status(200)]), plugins("A", "B"))).start()
    #expect(
      journal.all == [
        "A.prepare 1", "B.prepare 1", "A.willSend A,B", "B.willSend A,B", "A.didReceive 200", "B.didReceive 200",
        "A.process 200", "B.process 200", "completion 200",
      ])
  }

  @Test func `process of a later plugin sees what an earlier one made of the result`() {
    let pair = plugins("A", "B")
    pair[0].onProcess = { _ in .failure(.requestMapping("x")) }
    call(recipe(ScriptedBackend([ScriptedBackend.status(200)]), pair)).start()
    #expect(journal.all.suffix(2) == ["B.process requestMapping(\"x\")", "completion requestMapping(\"x\")"])
  }

  @Test func `a plugin that answers skips what comes after it but process`() {
    let pair = plugins("A", "B")
    pair[0].onPrepare = { _, _ in .answered(.success(Response(statusCode: 203, data: Data()))) }
    let backend = ScriptedBackend()
    call(recipe(backend, pair)).start()
    #expect(journal.all == ["A.prepare 1", "A.process 203", "B.process 203", "completion 203"])
    #expect(backend.sent.isEmpty)
  }

  @Test func `calls with one serial queue complete in the order of their ends, whatever progress waits there`() {
    let queue = DispatchQueue(label: "slow")
    queue.suspend()
    let backend = ScriptedBackend()
    for name in ["first", "second"] {
      var recipe = recipe(backend, [])
      recipe.queue = queue
      if name == "second" { recipe.progress = { [journal] _ in journal.write("progress") } }
      Call(recipe) { [journal] _ in journal.write(name) }.start()
    }
    backend.observers.last?.transferDidProgress(TransferProgress(completedUnitCount: 1, totalUnitCount: 2))
    for _ in 1...2 { backend.finish(ScriptedBackend.status(200)) }
    queue.resume()
    queue.sync {}
    #expect(journal.all == ["progress", "first", "progress", "second"])
  }

  @Test func `a pending prepare goes on with the next plugin when it is resumed`() {
    let pair = plugins("A", "B")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // the plugin would keep the call that keeps it
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    call(recipe(backend, pair)).start()
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
    call(recipe(ScriptedBackend([ScriptedBackend.status(200)]), pair)).start()
    #expect(journal.all.last == "completion 200")
    #expect(journal.all.filter { $0 == "B.prepare 1" }.count == 1)
  }

  /// What it may touch without a lock is for ThreadSanitizer to say.
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
      Call(recipe(backend, [Resuming(), Resuming()])) { _ in ended.fire() }.start()
    }
    #expect(ended.wait(count))
  }

  @Test func `a resume of an earlier attempt is not the answer of a later one`() throws {
    let pair = plugins("A")
    var contexts: [PluginContext] = []
    defer { contexts = [] }  // the plugin would keep the call that keeps it
    pair[0].onPrepare = { request, context in
      contexts.append(context)
      if context.attempt == 1 { return .ready(request) }
      contexts[0].resume(.answered(.failure(.requestMapping("stale"))))
      return .pending
    }
    pair[0].onRetry = { _, context in context.attempt == 1 ? .after(seconds: 0) : .no }
    let backend = ScriptedBackend([503, 200].map { ScriptedBackend.status($0) })
    call(recipe(backend, pair)).start()
    backend.fireTimers()
    contexts[0].resume(.answered(.failure(.requestMapping("stale"))))
    #expect(journal.all.last == "A.prepare 2")
    contexts[1].resume(.ready(try #require(backend.sent.first)))
    #expect(journal.all.last == "completion 200")
  }

  @Test func `a resume of a plugin that did not wait is not the answer of the next one`() {
    let pair = plugins("A", "B")
    nonisolated(unsafe) var first: PluginContext?
    defer { first = nil }  // the plugin would keep the call that keeps it
    pair[0].onPrepare = { request, context in
      first = context
      context.resume(.answered(.failure(.requestMapping("early"))))
      return .ready(request)
    }
    pair[1].onPrepare = { _, _ in .pending }
    let backend = ScriptedBackend()
    let call = call(recipe(backend, pair))
    call.start()
    first?.resume(.answered(.failure(.requestMapping("late"))))
    #expect(journal.all == ["A.prepare 1", "B.prepare 1"])
    call.cancel()
  }

  @Test func `the clock of a pending prepare stops when it is resumed`() {
    let pair = plugins("A")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // the plugin would keep the call that keeps it
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend()
    call(recipe(backend, pair)).start()
    waiting?.resume(.ready(URLRequest(urlText: "http://h/token")))
    backend.fireTimers()
    backend.finish(ScriptedBackend.status(200))
    #expect(journal.all.last == "completion 200")
  }

  @Test func `a cancel ends a pending prepare once and a later resume is ignored`() {
    let pair = plugins("A")
    nonisolated(unsafe) var waiting: PluginContext?
    defer { waiting = nil }  // the plugin would keep the call that keeps it
    pair[0].onPrepare = { _, context in
      waiting = context
      return .pending
    }
    let backend = ScriptedBackend([ScriptedBackend.status(200)])
    let call = call(recipe(backend, pair))
    call.start()
    call.cancel()
    call.cancel()
    waiting?.resume(.ready(URLRequest(urlText: "http://h/late")))
    #expect(call.isCancelled)
    #expect(journal.all == ["A.prepare 1", "A.process cancelled", "completion cancelled"])
    #expect(backend.sent.isEmpty)
  }

  @Test func `the total timeout ends a pending prepare`() {
    let pair = plugins("A")
    pair[0].onPrepare = { _, _ in .pending }
    let backend = ScriptedBackend()
    let call = call(recipe(backend, pair))
    call.start()
    backend.fireTimers()
    #expect(journal.all.last == "completion totalTimeout")
    #expect(!call.isCancelled)
  }

  @Test func `a cancel on the wire stops the backend and completes once`() {
    let backend = ScriptedBackend()
    let call = call(recipe(backend, plugins("A")))
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
    let call = call(recipe(backend, [canceller]))
    canceller.call = call
    call.start()
    #expect(backend.sent.isEmpty)
    #expect(journal.all == ["completion cancelled"])
    canceller.call = nil
  }

  @Test func `a cancel while the backend takes the request stops what the backend gives back`() {
    let backend = ScriptedBackend()
    let call = call(recipe(backend, []))
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
    call(recipe(backend, pair)).start()
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
    let call = call(recipe(backend, pair))
    call.start()
    call.cancel()
    backend.fireTimers()
    #expect(journal.all.suffix(2) == ["A.process cancelled", "completion cancelled"])
    #expect(backend.sent.count == 1)
  }

  @Test func `a retry that would outlast the total timeout is not waited for`() {
    let pair = plugins("A")
    pair[0].onRetry = { _, _ in .after(seconds: 60) }
    var recipe = recipe(ScriptedBackend([ScriptedBackend.status(503)]), pair)
    recipe.totalTimeout = 30_000
    call(recipe).start()
    #expect(journal.all.last == "completion 503")
  }

  @Test(arguments: [Double.nan, -1, -Double.infinity]) func `a delay that is no time is none`(seconds: Double) {
    let pair = plugins("A")
    pair[0].onRetry = { _, context in context.attempt == 1 ? .after(seconds: seconds) : .no }
    let backend = ScriptedBackend([ScriptedBackend.status(503), ScriptedBackend.status(200)])
    call(recipe(backend, pair)).start()
    backend.fireTimers()
    #expect(backend.delays == [0])
    #expect(journal.all.last == "completion 200")
  }

  @Test func `a request closure that answers twice is heard once`() {
    let backend = ScriptedBackend([ScriptedBackend.status(200), ScriptedBackend.status(200)])
    var recipe = recipe(backend, [])
    let closure: CallRecipe.RequestClosure = { _, answer in
      answer(.success(URLRequest(urlText: "http://h/1")))
      answer(.success(URLRequest(urlText: "http://h/2")))
    }
    recipe.source = .asking(closure, Zen().endpoint)
    call(recipe).start()
    #expect(backend.sent.map(\.urlText) == ["http://h/1"])
    #expect(journal.all == ["completion 200"])
  }

  @Test func `a request that cannot be built reaches process and completion and no other hook`() {
    var recipe = recipe(ScriptedBackend(), plugins("A"))
    recipe.source = .failed(.requestMapping("x"))
    call(recipe).start()
    #expect(journal.all == ["A.process requestMapping(\"x\")", "completion requestMapping(\"x\")"])
  }

  @Test func `a status outside validation is a failure with the answer in it`() {
    var recipe = recipe(ScriptedBackend([ScriptedBackend.status(404, "gone")]), [])
    recipe.validation = .successCodes
    nonisolated(unsafe) var seen: MoyaError?
    Call(recipe) { if case .failure(let error) = $0 { seen = error } }.start()
    #expect(seen?.response?.statusCode == 404)
    #expect(seen?.response?.data == Data("gone".utf8))
  }

  @Test func `progress never follows the completion even on a concurrent queue`() async {
    for _ in 0..<200 {
      let journal = Journal()
      let backend = ScriptedBackend()
      var recipe = recipe(backend, [])
      recipe.queue = .global()
      recipe.progress = { journal.write("progress \($0.progress)") }
      await withCheckedContinuation { done in
        Call(recipe) { _ in
          journal.write("completion")
          done.resume()
        }.start()
        for step in 1...4 { backend.progress(Int64(step), of: 4) }
        backend.finish(ScriptedBackend.status(200))
      }
      #expect(
        journal.all
          == ["progress 0.25", "progress 0.5", "progress 0.75", "progress 1.0", "progress 1.0", "completion"])
    }
  }

  @Test func `a plugin's slot lives from prepare to process and is its own`() {
    final class Slotted: PluginType {
      let name: String
      let journal: Journal
      init(_ name: String, _ journal: Journal) { (self.name, self.journal) = (name, journal) }
      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
        context.slot = "\(name)'s"
        return .ready(request)
      }
      func process(_ result: Result<Response, MoyaError>, context: PluginContext) -> Result<Response, MoyaError> {
        journal.write(context.slot as? String ?? "none")
        return result
      }
    }
    call(
      recipe(ScriptedBackend([ScriptedBackend.status(200)]), [Slotted("A", journal), Slotted("B", journal)])
    ).start()
    #expect(journal.all == ["A's", "B's", "completion 200"])
  }
}
