import MoyaCore
import MoyaHTTP

/// A waiter is what C holds as a `moya_call`.
extension Waiter: Handle {
  /// False in a child for a call of its parent: a thread of the parent may hold the call's lock, for ever in this
  /// process.
  var isOfThisProcess: Bool { (subject as? CSubject)?.generation == Fork.generation }
}
