/// Where the way back of a request runs that names no queue.
///
/// One object each: `DispatchQueue.main` and `global()` make a new one at every call, and only what goes to one object is
/// handed over together.
enum DefaultQueue {
  /// Of completions.
  static let main = DispatchQueue.main
  /// Of tasks.
  static let global = DispatchQueue.global()
}
