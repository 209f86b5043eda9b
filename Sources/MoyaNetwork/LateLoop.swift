import MoyaHTTP
import MoyaTransport
import Synchronization

/// A loop that is made with its first use: a session whose calls are all stubbed opens nothing.
package final class LateLoop: Sendable {
  package typealias Make = @Sendable () throws(TransferError) -> (Loop, DispatchPump?)

  /// A loop that another owner closes; `nil`: the loop is this object's own, and in `state`.
  private let given: Loop?
  private let state: Protected<State>
  /// The address of the loop that was made, which is kept to the end, so that it is there without the lock; 0: none was.
  private let made = Atomic<UInt>(0)
  /// There is a loop; read without the lock.
  private let isOpen: Atomic<Bool>

  private struct State {
    var loop: Loop?
    var pump: DispatchPump?
    /// What makes the loop holds its provider's settings, and goes with the loop.
    var make: Make?
  }

  /// - Parameter make: gives the loop, and its pump unless another thread pumps it by itself.
  package init(_ make: @escaping Make) {
    given = nil
    isOpen = Atomic(false)
    state = Protected(State(make: make))
  }

  /// A loop that is there already, and that its owner closes.
  package init(_ loop: Loop) {
    given = loop
    isOpen = Atomic(true)
    state = Protected(State())
  }

  deinit {
    close()
    unretained?.release()
  }

  /// `nil` before the first use, and when it is closed; a given loop stays.
  package var existing: Loop? { given ?? state.withLock { $0.loop } }

  /// For starting a transfer, which a loop that is closed ends at once. `nil` before the first use.
  package var started: Loop? { unretained?.takeUnretainedValue() }

  private var unretained: Unmanaged<Loop>? {
    UnsafeRawPointer(bitPattern: made.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
  }

  /// `nil`, also: another thread pumps the loop by itself.
  package var pump: DispatchPump? { state.withLock { $0.pump } }

  package func loop() throws(TransferError) -> Loop {
    if let given { return given }
    return try state.withLock { state throws(TransferError) in
      if let loop = state.loop { return loop }
      guard let make = state.make else { throw .cancelled }
      let (loop, pump) = try make()
      made.store(UInt(bitPattern: Unmanaged.passRetained(loop).toOpaque()), ordering: .releasing)
      state.loop = loop
      state.pump = pump
      isOpen.store(true, ordering: .relaxed)
      return loop
    }
  }

  /// Makes the loop, unless there is one: for callers that want to be told if there cannot be one.
  package func open() throws(TransferError) { if !isOpen.load(ordering: .relaxed) { _ = try loop() } }

  /// Ends what is under way, and lets no other loop be made. Does nothing to a given loop.
  package func close() {
    isOpen.store(false, ordering: .relaxed)
    let old = state.withLock { exchange(&$0, with: State()) }
    old.pump?.stop()
    old.loop?.close()
  }
}
