import CThread

/// Marks that this thread is inside a callback or a hook, and of which provider: functions that block refuse to run
/// there.
///
/// A chain, one link per nested callback, on the stack.
struct Frame {
  private let owner: UnsafeRawPointer?
  private let outer: UnsafeMutablePointer<Frame>?

  static var isInside: Bool { top != nil }

  /// Is a callback or a hook of this object running on this thread?
  static func isInside(of owner: AnyObject) -> Bool {
    let owner = address(of: owner)
    var frame = top
    while let current = frame {
      if current.pointee.owner == owner { return true }
      frame = current.pointee.outer
    }
    return false
  }

  /// `owner`: the address of the provider that the callback belongs to; `nil` for one that may run after its provider is
  /// gone, such as a `release_user` or a plugin's `destroy`.
  static func run<Result>(_ owner: UnsafeRawPointer?, _ body: () -> Result) -> Result {
    let place = moya_thread_frame()
    let outer = place.pointee
    var frame = Frame(owner: owner, outer: outer?.assumingMemoryBound(to: Frame.self))
    return withUnsafeMutablePointer(to: &frame) { pointer in
      place.pointee = UnsafeMutableRawPointer(pointer)
      defer { place.pointee = outer }
      return body()
    }
  }

  static func address(of owner: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  }

  private static var top: UnsafeMutablePointer<Frame>? {
    moya_thread_frame().pointee?.assumingMemoryBound(to: Frame.self)
  }
}
