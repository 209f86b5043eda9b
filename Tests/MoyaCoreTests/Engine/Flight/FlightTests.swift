import Dispatch
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct FlightTests {
  struct Zen: TargetType {
    let baseURL = URL(filePath: "/unused")
    let path = ""
  }

  let journal = Journal()

  func plugins(_ names: String...) -> [RecordingPlugin] { names.map { RecordingPlugin($0, journal) } }

  func plan(_ backend: any Backend & Executor, _ plugins: [any PluginHooks]) -> FlightPlan {
    FlightPlan(backend, executor: backend, plugins)
  }

  func call(_ plan: FlightPlan) -> Call {
    Call(plan) { [journal] in journal.write("completion \(Journal.brief($0))") }
  }

  @Test func `hooks run plugin by plugin in the same order on the way out and back`() {
    call(plan(ScriptedBackend([ScriptedBackend.status(200)]), plugins("A", "B"))).start()
    #expect(
      journal.all == [
        "A.prepare 1", "B.prepare 1", "A.willSend A,B", "B.willSend A,B", "A.didReceive 200", "B.didReceive 200",
        "A.process 200", "B.process 200", "completion 200",
      ])
  }

  @Test func `process of a later plugin sees what an earlier one made of the result`() {
    let pair = plugins("A", "B")
    pair[0].onProcess = { _ in .failure(.requestMapping("x")) }
    call(plan(ScriptedBackend([ScriptedBackend.status(200)]), pair)).start()
    #expect(journal.all.suffix(2) == ["B.process requestMapping(\"x\")", "completion requestMapping(\"x\")"])
  }

  @Test func `a plugin that answers skips what comes after it but process`() {
    let pair = plugins("A", "B")
    pair[0].onPrepare = { _, _ in .answered(.success(Response(statusCode: 203, data: Data()))) }
    let backend = ScriptedBackend()
    call(plan(backend, pair)).start()
    #expect(journal.all == ["A.prepare 1", "A.process 203", "B.process 203", "completion 203"])
    #expect(backend.sent.isEmpty)
  }

  @Test func `calls with one serial queue complete in the order of their ends, whatever progress waits there`() {
    let queue = DispatchQueue(label: "slow")
    queue.suspend()
    let backend = ScriptedBackend()
    for name in ["first", "second"] {
      var plan = plan(backend, [])
      plan.queue = queue
      if name == "second" { plan.progress = { [journal] _ in journal.write("progress") } }
      Call(plan) { [journal] _ in journal.write(name) }.start()
    }
    backend.observers.last?.transferDidProgress(TransferProgress(completedUnitCount: 1, totalUnitCount: 2))
    for _ in 1...2 { backend.finish(ScriptedBackend.status(200)) }
    queue.resume()
    queue.sync {}
    #expect(journal.all == ["progress", "first", "progress", "second"])
  }

  @Test func `a request closure that answers twice is heard once`() {
    let backend = ScriptedBackend([ScriptedBackend.status(200), ScriptedBackend.status(200)])
    var plan = plan(backend, [])
    plan.description.source = .asking { answer in
      answer(.success(URLRequest(urlText: "http://h/1")))
      answer(.success(URLRequest(urlText: "http://h/2")))
    }
    call(plan).start()
    #expect(backend.sent.map(\.urlText) == ["http://h/1"])
    #expect(journal.all == ["completion 200"])
  }

  @Test func `a request that cannot be built reaches process and completion and no other hook`() {
    var plan = plan(ScriptedBackend(), plugins("A"))
    plan.description.source = .failed(.requestMapping("x"))
    call(plan).start()
    #expect(journal.all == ["A.process requestMapping(\"x\")", "completion requestMapping(\"x\")"])
  }

  @Test func `a status outside validation is a failure with the answer in it`() {
    var plan = plan(ScriptedBackend([ScriptedBackend.status(404, "gone")]), [])
    plan.description.validation = .successCodes
    nonisolated(unsafe) var seen: MoyaError?
    Call(plan) { if case .failure(let error) = $0 { seen = error } }.start()
    #expect(seen?.response?.statusCode == 404)
    #expect(seen?.response?.data == Data("gone".utf8))
  }

  @Test func `progress never follows the completion even on a concurrent queue`() async {
    for _ in 0..<200 {
      let journal = Journal()
      let backend = ScriptedBackend()
      var plan = plan(backend, [])
      plan.queue = .global()
      plan.progress = { journal.write("progress \($0.progress)") }
      await withCheckedContinuation { done in
        Call(plan) { _ in
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
      plan(ScriptedBackend([ScriptedBackend.status(200)]), [Slotted("A", journal), Slotted("B", journal)])
    ).start()
    #expect(journal.all == ["A's", "B's", "completion 200"])
  }
}
