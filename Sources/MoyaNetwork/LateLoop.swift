import MoyaHTTP
import MoyaTransport
import Synchronization

/// An event loop (`Loop`) that is made when it is first used. So a session with only stubbed calls opens nothing.
package final class LateLoop: Sendable {
  package typealias Make = @Sendable () throws(TransferError) -> (Loop, DispatchPump?)

  /// An existing loop, which another object owns and closes. `nil` if this object makes its own loop, which is in
  /// `state`.
  private let given: Loop?
  private let state: Protected<State>
  /// The loop that this object has made. The loop stays here after `close`, until this object is freed. It is read
  /// without the lock.
  private let made = WriteOnce<Loop>()
  /// True if there is a loop. It is read without the lock.
  private let isOpen: Atomic<Bool>

  private struct State {
    var loop: Loop?
    var pump: DispatchPump?
    /// The function that makes the loop. It retains the provider's settings, so it is released together with the loop.
    var make: Make?
  }

  /// - Parameter make: Returns the loop, and the `DispatchPump` that runs it. Returns no pump if a thread of the
  ///   program runs the loop.
  package init(_ make: @escaping Make) {
    given = nil
    isOpen = Atomic(false)
    state = Protected(State(make: make))
  }

  /// Uses an existing loop, which its owner closes.
  package init(_ loop: Loop) {
    given = loop
    isOpen = Atomic(true)
    state = Protected(State())
  }

  deinit { close() }

  /// The loop. `nil` before the first use and after `close`. If this object was made with an existing loop, never
  /// `nil`.
  package var existing: Loop? { given ?? state.withLock { $0.loop } }

  /// The loop on which to start a transfer. `nil` before the first use, and if this object was made with an existing
  /// loop. After `close` this is still the closed loop, which ends a new transfer at once.
  package var started: Loop? { made.load() }

  /// The pump that runs the loop on Dispatch. `nil` before the first use, after `close`, and if a thread of the program
  /// runs the loop.
  package var pump: DispatchPump? { state.withLock { $0.pump } }

  package func loop() throws(TransferError) -> Loop {
    if let given { return given }
    return try state.withLock { state throws(TransferError) in
      if let loop = state.loop { return loop }
      guard let make = state.make else { throw .cancelled }
      let (loop, pump) = try make()
      _ = made.storeIfNil(loop)
      state.loop = loop
      state.pump = pump
      isOpen.store(true, ordering: .relaxed)
      return loop
    }
  }

  /// Makes the loop unless there is one. Call this function if you must report an error when the loop cannot be made.
  package func open() throws(TransferError) { if !isOpen.load(ordering: .relaxed) { _ = try loop() } }

  /// Ends all running work and prevents another loop from being made. Does nothing to a loop that belongs to another
  /// object.
  package func close() {
    isOpen.store(false, ordering: .relaxed)
    let old = state.withLock { exchange(&$0, with: State()) }
    old.pump?.stop()
    old.loop?.close()
  }
}
