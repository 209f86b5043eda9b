import CMoya
import MoyaCore

/// A `moya_group`: calls of one provider. In a forked child it is empty.
final class Group: Handle, Sendable {
  let provider: Provider
  private let parts: PerProcess<CallGroup>
  var calls: CallGroup { parts.value }

  init(_ provider: Provider, limit: UInt32) {
    self.provider = provider
    parts = PerProcess { _ in CallGroup(limit: Int(limit)) }
  }

  /// The calls of the group that a caller names for a call of `provider`; `nil`: it names none.
  static func calls(
    _ group: OpaquePointer?, of provider: Provider, function: StaticString = #function
  ) throws(Failure) -> CallGroup? {
    guard let group = Group.from(group, function: function) else { return nil }
    guard group.provider === provider else { throw Failure(MOYA_ERROR_ARGUMENT, "the group is of another provider") }
    return group.calls
  }
}
