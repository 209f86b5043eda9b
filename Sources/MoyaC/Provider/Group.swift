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
}
