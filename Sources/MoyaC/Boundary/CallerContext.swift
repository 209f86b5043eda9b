import CMoya
import MoyaCore

/// A pointer that the caller's functions receive, and the function that releases the pointer.
///
/// The pointer is released once, by the thread that releases the last reference to this object. Make the object before
/// anything else can fail, so that the pointer is released after every failure.
final class CallerContext: Sendable {
  /// The library only passes this pointer to the caller's functions.
  nonisolated(unsafe) let user: UnsafeMutableRawPointer?
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

/// Bytes that belong to the caller and that the library uses without a copy.
///
/// The caller's `release` is called once, on the thread that releases the last reference to this object. Retry
/// policies, downloads and stub rules also use this class for their `user`. A `user` has no bytes, but is released in
/// the same way.
final class KeptBytes: Sendable {
  private let release: moya_release_fn
  /// The library only passes this pointer to `release`.
  nonisolated(unsafe) private let context: UnsafeMutableRawPointer?
  /// The provider whose call uses the bytes. `nil` if no call is made.
  ///
  /// `release` is a callback of this provider. The callback may close or destroy the provider, so this object retains
  /// the provider.
  private let provider: Provider?

  init(release: @escaping moya_release_fn, context: UnsafeMutableRawPointer?, provider: Provider?) {
    self.release = release
    self.context = context
    self.provider = provider
  }

  /// Takes over the duty to call the caller's `release`. Returns `nil` if there is no `release`.
  ///
  /// Call this initializer before anything else can fail, so that `release` is called exactly once in every case.
  ///
  /// The initializer is `convenience`, because a designated initializer would allocate the object before it finds that
  /// there is no `release`. Most calls have no `release` and need no object.
  convenience init?(_ release: moya_release_fn?, _ context: UnsafeMutableRawPointer?, provider: Provider?) {
    guard let release else { return nil }
    OwnedUser.retain(release, context)
    self.init(release: release, context: context, provider: provider)
  }

  /// Takes over the duty to release the `user` of a retry policy. Returns `nil` if the policy has no release function
  /// or cannot be read.
  convenience init?(policy pointer: UnsafePointer<moya_retry>, for provider: Provider?) {
    guard let policy = try? moya_retry(copying: pointer) else { return nil }
    self.init(policy.release_user, policy.user, provider: provider)
  }

  deinit {
    if let provider { provider.inCallback { release(context) } } else { Frame.run(nil) { release(context) } }
  }

  /// Returns the bytes as a value. `release` is called when the value and all copies of the value are gone.
  func data(_ bytes: UnsafeRawBufferPointer) -> Data {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
    // `Data` copies bytes that it does not own before it writes. Therefore casting away `const` is safe.
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
      deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }
}
