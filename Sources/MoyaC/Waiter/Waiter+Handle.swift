import MoyaCore

/// A waiter is what C holds as a `moya_call`.
extension Waiter: Handle {}
