import CMoya
import Glibc
import MoyaCore

/// Rows of calls that have not ended. Chunks that wait are bounded in bytes: a call that finds the bound reached is paused
/// until half of them was taken.
extension QueuePart {
  /// Bytes of chunks, unless the program has another bound.
  static let defaultBuffer = 1 << 20

  func setBuffer(_ bytes: Int) {
    let resumed = state.withLock { state in
      state.buffer = bytes > 0 ? bytes : QueuePart.defaultBuffer
      return state.resumable()
    }
    QueuePart.resume(resumed)
  }

  func begin(_ call: RowParts, _ waiter: Waiter?) { state.withLock { _ in call.state.waiter = waiter } }

  /// Writes a row and says how its call goes on. `nil`: the queue does not take it, since it is destroyed.
  func append(_ row: moya_completion, of call: RowParts) -> moya_flow? {
    update { state in
      if state.isDestroyed || call.state.hasEnded { return nil }
      state.rows.append(row)
      state.bytes += row.len
      if state.bytes < state.buffer { return moya_flow(MOYA_FLOW_CONTINUE) }
      if !call.state.isPaused {
        call.state.isPaused = true
        state.paused.append(call)
      }
      return moya_flow(MOYA_FLOW_PAUSE)
    }
  }

  /// Writes a row of progress, or changes the one that waits.
  func note(_ progress: moya_progress, of call: RowParts) {
    update { state in
      if state.isDestroyed || call.state.hasEnded { return }
      if let waiting = call.state.progress { return waiting.pointee = progress }
      guard let memory = malloc(MemoryLayout<moya_progress>.size) else { return }
      let place = memory.bindMemory(to: moya_progress.self, capacity: 1)
      place.pointee = progress
      call.state.progress = place
      var row = call.row(MOYA_ROW_PROGRESS)
      row.progress = UnsafePointer(place)
      // While it waits, the row holds the call, which has to be told when it is taken.
      row.response = OpaquePointer(Unmanaged.passRetained(call).toOpaque())
      state.rows.append(row)
    }
  }

  /// The call is about to write the row of its end.
  func forget(_ call: RowParts) {
    let waiter = state.withLock { state -> Waiter? in
      call.state.hasEnded = true
      if call.state.isPaused { state.paused.removeAll { $0 === call } }
      return call.state.waiter.take()
    }
    withExtendedLifetime(waiter) {}
  }

  static func resume(_ calls: [RowParts]?) {
    for call in calls ?? [] { call.end.part.state.withLock { _ in call.state.waiter }?.resume() }
  }

  static func cancel(_ calls: [RowParts]) {
    for call in calls { call.end.part.state.withLock { _ in call.state.waiter }?.cancel() }
  }
}

extension QueuePart.State {
  /// Of a part's row that is taken: what it counted for is given back.
  mutating func settle(_ row: moya_completion) -> moya_completion {
    if Int(row.kind) == MOYA_ROW_CHUNK { bytes -= row.len }
    guard Int(row.kind) == MOYA_ROW_PROGRESS, let call = row.response else { return row }
    Unmanaged<RowParts>.fromOpaque(UnsafeRawPointer(call)).takeRetainedValue().state.progress = nil
    var row = row
    row.response = nil
    return row
  }

  /// The calls whose pause ends; `nil`: none.
  mutating func resumable() -> [RowParts]? {
    if paused.isEmpty || bytes > buffer / 2 { return nil }
    let calls = exchange(&paused, with: [])
    for call in calls { call.state.isPaused = false }
    return calls
  }
}
