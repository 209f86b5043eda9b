import CThread
import MoyaHTTP

/// A mark that says that this thread runs a callback or a hook of a certain provider. While the mark exists, library
/// functions that would block this thread return an error.
///
/// The marks form a chain on the stack. Each nested callback adds one mark.
struct Frame {
  private let owner: UnsafeRawPointer?
  private let outer: UnsafeMutablePointer<Frame>?

  static var isInside: Bool { top != nil }

  /// Returns true if this thread runs a callback or a hook of this object.
  static func isInside(of owner: AnyObject) -> Bool {
    let owner = address(of: owner)
    var frame = top
    while let current = frame {
      if current.pointee.owner == owner { return true }
      frame = current.pointee.outer
    }
    return false
  }

  /// Runs a callback. While it runs, a mark (`Frame`) says that this thread is inside a callback of `owner`.
  ///
  /// - Parameter owner: The address of the callback's provider. `nil` for a callback that may run after its provider is
  ///   freed, for example a `release_user` or a plugin's `destroy`.
  @inline(__always)
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
    UnsafeRawPointer(addressOf(owner))
  }

  private static var top: UnsafeMutablePointer<Frame>? {
    moya_thread_frame().pointee?.assumingMemoryBound(to: Frame.self)
  }
}
