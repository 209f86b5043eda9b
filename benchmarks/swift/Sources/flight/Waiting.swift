import Dispatch

/// Measures what Swift itself needs for a task that waits. 64 tasks together wait `count` times, without a request.
/// Each waits for a continuation, as it would wait for a response. A queue resumes the 64 tasks together.
func wait(_ count: Int) async {
  let line = Line()
  await withDiscardingTaskGroup { group in
    for _ in 0..<Line.length {
      group.addTask { for _ in 0..<(count / Line.length) { await line.wait() } }
    }
  }
}

/// Holds tasks until 64 of them wait, and then resumes all of them.
///
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
