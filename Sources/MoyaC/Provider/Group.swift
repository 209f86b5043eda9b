import CMoya
import MoyaCore

/// A `moya_group`: calls of one provider.
final class Group: Handle, Sendable {
  let provider: Provider
  let calls: CallGroup

  init(_ provider: Provider, limit: UInt32) {
    self.provider = provider
    calls = CallGroup(limit: Int(limit))
  }
}
