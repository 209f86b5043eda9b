import CMoya
import MoyaCore

/// What a `moya_builtin` says.
///
/// Unchecked: the functions are the caller's, who makes them for any thread; what changes does so on the thread that adds
/// the plugin.
final class BuiltinFunctions: @unchecked Sendable {
  let `struct`: moya_builtin
  let context: CallerContext
  /// The target that is sent for a token, until it has been read. What it was given is released in any case.
  private var unread: UnsafePointer<moya_target>?
  /// What that target says, until the plugin is destroyed.
  private let kept = Protected<Order?>(nil)

  init(_ pointer: UnsafePointer<moya_builtin>?) throws(Failure) {
    `struct` = pointer == nil ? moya_builtin() : try moya_builtin(copying: pointer)
    context = CallerContext(`struct`.user, release: `struct`.release_user)
    unread = `struct`.refresh_target
  }

  func check() throws(Failure) {
    guard `struct`.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_builtin.reserved is not 0") }
  }

  /// To be called before the caller's function returns: its target may be gone then.
  func discardUnread() {
    if let target = exchange(&unread, with: nil) { Order.discard(target) }
  }

  /// Gets a new token for a call; answers once.
  typealias Refresher =
    @Sendable (
      _ context: PluginContext, _ answer: @escaping @Sendable (Result<String, any Error>) -> Void
    ) -> Void

  /// `nil`: tokens are not renewed.
  func refresher(for provider: Provider, _ rules: AccessTokenRules) throws(Failure) -> Refresher? {
    if let refresh = `struct`.refresh {
      if `struct`.refresh_target != nil {
        throw Failure(MOYA_ERROR_ARGUMENT, "moya_builtin has a refresh, and a refresh_target beside it")
      }
      return { [self, unowned provider] _, answer in
        let handle = CRefresh(rules, answer)
        provider.inCallback { refresh(self.context.user, handle.retainedHandle()) }
      }
    }
    guard let target = exchange(&unread, with: nil) else { return nil }
    let order = try provider.order(of: target)
    kept.withLock { $0 = order }
    return { [self, unowned provider] context, answer in
      guard let order = kept.withLock({ $0 }) else { return answer(.failure(TransferError.cancelled)) }
      provider.sendAside(order, from: context) { answer(rules.token(in: $0)) }
    }
  }

  /// The plugin is destroyed. What its target sends holds the provider, whose callback the `release` of that is.
  func forget() { _ = kept.withLock { $0.take() } }
}
