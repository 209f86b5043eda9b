/// The queues on which hooks on the way back and completions run when neither request nor provider names one.
///
/// One object each: `DispatchQueue.main` and `global()` make a new object at every call, and `Outbox` hands over
/// together only what goes to the same object.
enum DefaultQueue {
  /// For requests with a completion.
  static let main = DispatchQueue.main
  /// For requests that a task awaits.
  static let global = DispatchQueue.global()
}
