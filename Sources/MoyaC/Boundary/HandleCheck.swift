import CAllocator
import Glibc
import MoyaCore
import MoyaHTTP

/// The checks of handles that `MOYA_CHECK=1` in the environment turns on.
///
/// In these cases the process ends with a line that names the function and the handle:
///
/// - The program releases a handle too often, uses a handle after its release, or passes a handle of another kind.
/// - A callback releases a response or an error that the library only lends to the callback.
/// - After a callback, the program uses a response or an error that was only lent to the callback.
///
/// While the checks are on, responses, errors and similar objects are never freed. So no new object gets the address of
/// an object that the program has released. Providers and objects that hold a provider are freed, because freeing them
/// calls the caller's release functions.
enum HandleCheck {
  @inline(__always)
  static var isOn: Bool { moya_handles_are_checked() }

  private struct Known {
    let kind: String
    /// The number of references that C owns.
    var references = 0
    /// The number of running callbacks to which the handle is lent.
    var loans = 0
    /// The handles of the errors that contain this response. The response is valid while one of the errors is valid.
    var lenders: Set<UInt> = []
    /// True if the handle was lent to C and C has never owned a reference.
    var wasLent = false
    /// True if the handle is an object to which `known` holds a reference.
    var isKept = false
  }

  private static let known = Protected<[UInt: Known]>([:])

  /// Records that C gets a reference to an object.
  static func give(_ object: AnyObject) {
    if give(address(of: object), kind(of: type(of: object)), isObject: true) { _ = Unmanaged.passRetained(object) }
  }

  /// Records that C gets a reference to something that is not a Swift object, such as a copied `moya_target`.
  static func give(_ handle: UnsafeRawPointer, as kind: String) {
    _ = give(UInt(bitPattern: handle), kind, isObject: false)
  }

  /// Records that C gets one more reference to a handle.
  ///
  /// - Returns: True if the caller of this function must retain the object, because `known` does not hold a reference
  ///   yet.
  private static func give(_ key: UInt, _ kind: String, isObject: Bool) -> Bool {
    known.withLock { known in
      // A new handle may have the address of a handle that was freed. An entry without references belongs to a freed
      // handle, unless `isKept` is true. Such an entry is ignored.
      let before = known[key].flatMap { $0.isKept || $0.references > 0 ? $0 : nil }
      var it = before ?? Known(kind: kind)
      let isNew = isObject && !it.isKept
      it.references += 1
      it.isKept = isObject
      known[key] = it
      return isNew
    }
  }

  /// Lends the object to C while `body` runs.
  static func lend<Result>(_ object: AnyObject, _ body: () -> Result) -> Result {
    lend(object) { $0.loans += 1 }
    defer { known.withLock { $0[address(of: object)]?.loans -= 1 } }
    return body()
  }

  /// Lends the object to C as a part of another object, for example the response of an error.
  static func lend(_ object: AnyObject, of lender: AnyObject) {
    lend(object) { $0.lenders.insert(address(of: lender)) }
  }

  private static func lend(_ object: AnyObject, _ change: (inout Known) -> Void) {
    let key = address(of: object)
    let isNew = known.withLock { known in
      var it = known[key] ?? Known(kind: kind(of: type(of: object)), wasLent: true)
      let isNew = !it.isKept
      it.isKept = true
      change(&it)
      known[key] = it
      return isNew
    }
    if isNew { _ = Unmanaged.passRetained(object) }
  }

  /// Checks a handle that C uses. Ends the process if the handle is of another kind or no longer valid.
  static func use(_ handle: UnsafeRawPointer, as type: AnyObject.Type, in function: StaticString) {
    use(handle, as: kind(of: type), in: function)
  }

  static func use(_ handle: UnsafeRawPointer, as wanted: String, in function: StaticString) {
    let found = known.withLock { known -> (Known, Bool)? in
      guard let it = known[UInt(bitPattern: handle)] else { return nil }
      let lenders = it.lenders.compactMap { known[$0] }
      return (it, it.references > 0 || it.loans > 0 || lenders.contains { $0.references > 0 || $0.loans > 0 })
    }
    guard let (it, isValid) = found else { return }
    if it.kind != wanted { fail(function, "the handle is of another kind: \(it.kind), not \(wanted)") }
    if isValid { return }
    fail(function, "the \(it.kind) was \(it.wasLent ? "borrowed, and what lent it has ended" : "released")")
  }

  /// Records that C releases a reference. Ends the process if C owns no reference.
  static func takeBack(_ handle: UnsafeRawPointer, as type: AnyObject.Type, in function: StaticString) {
    takeBack(handle, as: kind(of: type), in: function)
  }

  static func takeBack(_ handle: UnsafeRawPointer, as wanted: String, in function: StaticString) {
    use(handle, as: wanted, in: function)
    let key = UInt(bitPattern: handle)
    let (isBorrowed, isFreed) = known.withLock { known in
      guard var it = known[key] else { return (false, false) }
      if it.references == 0 { return (true, false) }
      it.references -= 1
      let isFreed = it.references == 0 && it.isKept && freed.contains(it.kind)
      if isFreed { it.isKept = false }
      known[key] = it
      return (false, isFreed)
    }
    if isFreed { Unmanaged<AnyObject>.fromOpaque(handle).release() }
    if isBorrowed { fail(function, "the \(wanted) is borrowed, and not the program's to release") }
  }

  private static func address(of object: AnyObject) -> UInt {
    UInt(bitPattern: addressOf(object))
  }

  private static let freed: Set<String> = [
    "provider", "call", "blocking call", "set of stub rules", "queue", "group", "API",
  ]

  private static func kind(of type: AnyObject.Type) -> String {
    let name = "\(type)"
    let kinds = [
      "Provider": "provider", "Waiter": "call", "BlockingCall": "blocking call", "Group": "group",
      "CStubs": "set of stub rules", "CompletionQueue": "queue", "Response": "response", "CError": "error",
      "CRequest": "request", "CRefresh": "refresh", "API": "API", "CDecoder": "decoder",
      "CJSONDocument": "JSON document", "CookieList": "list of cookies", "ValueTree": tree,
    ]
    return kinds[name] ?? name
  }

  static let tree = "tree of values"
  static let target = "copy of a target"

  private static func fail(_ function: StaticString, _ what: String) -> Never {
    let name = "\(function)".prefix { $0 != "(" }
    StandardError.write("moya: \(name): \(what) (MOYA_CHECK)\n")
    abort()
  }
}
