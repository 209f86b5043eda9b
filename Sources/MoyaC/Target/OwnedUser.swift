import CMoya
import Glibc
import MoyaCore

/// What a call needs of an owned target after the target was released: bytes of a body, or a stream or a download of
/// the caller's with its `user`. The copied structs have it as their `user`, and `release` as their `release_user`.
/// Each call that takes such a struct takes a reference first (`retain`).
///
/// Unchecked: immutable; the functions are the caller's.
final class OwnedUser: @unchecked Sendable {
  enum Thing {
    case bytes(UnsafeMutableRawPointer)
    case stream(SentStream)
    case download(KeptDownload)
    case policy(moya_retry, KeptBytes)
  }

  private let thing: Thing

  init(_ thing: Thing) { self.thing = thing }

  deinit { if case .bytes(let block) = thing { free(block) } }

  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let release: moya_release_fn = { user in
    if let user { Unmanaged<OwnedUser>.fromOpaque(user).release() }
  }

  /// A caller's struct is about to be taken over: if it is one of an owned target, with a reference of its own.
  /// - Returns: whether it is one.
  @discardableResult
  static func retain(_ release: moya_release_fn?, _ user: UnsafeMutableRawPointer?) -> Bool {
    guard let release, let user, unsafeBitCast(release, to: Int.self) == unsafeBitCast(OwnedUser.release, to: Int.self)
    else { return false }
    _ = Unmanaged<OwnedUser>.fromOpaque(user).retain()
    return true
  }

  private static func thing(_ user: UnsafeMutableRawPointer?) -> Thing? {
    user.map { Unmanaged<OwnedUser>.fromOpaque($0).takeUnretainedValue().thing }
  }

  static func stream(_ user: UnsafeMutableRawPointer?) -> SentStream? {
    guard case .stream(let stream)? = thing(user) else { return nil }
    return stream
  }

  static func decide(
    _ user: UnsafeMutableRawPointer?, _ attempt: UInt32, _ response: OpaquePointer?, _ error: OpaquePointer?
  ) -> Int64 {
    guard case .policy(let policy, _)? = thing(user), let decide = policy.decide else {
      return Int64(MOYA_RETRY_POLICY)
    }
    return decide(policy.user, attempt, response, error)
  }

  static func chooseName(
    _ user: UnsafeMutableRawPointer?, _ head: OpaquePointer?, _ name: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> moya_flow {
    guard case .download(let held)? = thing(user), let choose = held.download.name else {
      return moya_flow(MOYA_FLOW_STOP)
    }
    return choose(held.download.user, head, name, size)
  }
}
