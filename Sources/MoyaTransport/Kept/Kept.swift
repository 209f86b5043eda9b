import Glibc
import MoyaHTTP

/// A session's state, which all of its loops share, whichever threads pump them.
package final class Kept<State: KeptState>: Sendable {
  /// Where it is kept between programs; `nil`: nowhere.
  package let file: StateFile?
  private let generation = Fork.generation
  private let content: Protected<Content>

  private struct Content {
    var state: State
    /// The state's `changes` when the file was read or written last.
    var saved: Int
  }

  package init(_ state: State, file: StateFile? = nil) {
    self.file = file
    content = Protected(Content(state: state, saved: state.changes))
  }

  /// With what the file holds, if there is one yet.
  package static func read(_ state: State, from file: StateFile) throws(KeptFault) -> State {
    var state = state
    if let text = try file.read() { try state.read(text, at: Clock.now) }
    return state
  }

  /// `nil`: this process was forked, and the lock its parent's, which may be held for ever here.
  package func withLock<Result: Sendable>(_ body: (inout State, _ now: Int64) -> Result) -> Result? {
    if generation != Fork.generation { return nil }
    return content.withLock { body(&$0.state, Clock.now) }
  }

  /// Writes the file, if something has changed. Without a file nothing happens.
  package func save() throws(KeptFault) {
    guard let file, generation == Fork.generation else { return }
    // Under the lock, so that two saves do not write at the same time, the older one last.
    try content.withLock { content throws(KeptFault) in
      if content.state.changes == content.saved { return }
      try file.write(content.state.text(at: Clock.now))
      content.saved = content.state.changes
    }
  }
}

/// The time of day: what servers say of ends is meant by it.
enum Clock {
  /// Seconds since 1970.
  static var now: Int64 { Int64(time(nil)) }
}
