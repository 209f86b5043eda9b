import MoyaCore

/// A `moya_call`.
extension Waiter: Handle {}
