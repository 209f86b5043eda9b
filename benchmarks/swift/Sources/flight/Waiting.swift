import Dispatch

/// Waits `count` times in 64 tasks, without a request. Each task waits for a continuation, as it would wait for a
/// response. A queue resumes the 64 tasks together. So the result is what Swift itself needs for a task that waits.
func wait(_ count: Int) async {
  let line = Line()
  await withDiscardingTaskGroup { group in
    for _ in 0..<Line.length {
      group.addTask { for _ in 0..<(count / Line.length) { await line.wait() } }
    }
  }
}

/// The class is `@unchecked Sendable` because only its queue uses `waiting`.
private final class Line: @unchecked Sendable {
  static let length = 64

  private let queue = DispatchQueue(label: "line")
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in queue.async { self.add(continuation) } }
    } onCancel: {
    }
  }

  private func add(_ continuation: UnsafeContinuation<Void, Never>) {
    waiting.append(continuation)
    if waiting.count < Line.length { return }
    for continuation in waiting { continuation.resume() }
    waiting.removeAll(keepingCapacity: true)
  }
}
