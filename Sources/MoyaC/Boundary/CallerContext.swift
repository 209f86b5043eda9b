import CMoya
import MoyaCore

/// A caller's pointer that goes with functions of the caller's, and how it is released: once, when the last reference to
/// this object is gone, on the thread that drops it. To be made before anything else can fail.
///
/// Unchecked: immutable, and the pointer is only handed to the caller's functions.
final class CallerContext: @unchecked Sendable {
  let user: UnsafeMutableRawPointer?
  private let release: moya_release_fn?

  init(_ user: UnsafeMutableRawPointer?, release: moya_release_fn?) {
    self.user = user
    self.release = release
  }

  deinit {
    guard let release else { return }
    Frame.run(nil) { release(user) }
  }
}

// MARK: - KeptBytes

/// Bytes that belong to the caller, kept without a copy. When the last reference to them is gone, `release` is called:
/// once, on the thread that drops it. Unchecked: immutable, and the context is only handed to `release`.
final class KeptBytes: @unchecked Sendable {
  private let release: moya_release_fn
  private let context: UnsafeMutableRawPointer?
  /// Whose callback `release` is: it runs while its call ends, and may close or destroy the provider like any other.
  /// `nil`: no call is made.
  private let provider: Provider?

  init(release: @escaping moya_release_fn, context: UnsafeMutableRawPointer?, provider: Provider?) {
    self.release = release
    self.context = context
    self.provider = provider
  }

  /// Takes over a `release`; `nil` when there is none. To be called before anything else can fail, so that `release` is
  /// called exactly once whatever follows.
  ///
  /// `convenience`: a designated initializer has made the object when it finds that there is nothing to keep, and that
  /// costs every call without a task 340 instructions.
  convenience init?(
    _ release: moya_release_fn?, _ context: UnsafeMutableRawPointer?, provider: Unmanaged<Provider>?
  ) {
    guard let release else { return nil }
    OwnedUser.retain(release, context)
    self.init(release: release, context: context, provider: provider?.takeUnretainedValue())
  }

  /// The `user` of a policy of retries; `nil`: it has no release, or cannot be read.
  convenience init?(policy pointer: UnsafePointer<moya_retry>, for provider: Unmanaged<Provider>?) {
    guard let policy = try? moya_retry(copying: pointer) else { return nil }
    self.init(policy.release_user, policy.user, provider: provider)
  }

  deinit {
    if let provider { provider.inCallback { release(context) } } else { Frame.run(nil) { release(context) } }
  }

  /// The bytes as a value: `release` is called when it and all its copies are gone.
  func data(_ bytes: UnsafeRawBufferPointer) -> Data {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
    // Safe to cast away `const`: `Data` never writes to bytes that it does not own alone; a change makes a copy first.
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
      deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }
}
