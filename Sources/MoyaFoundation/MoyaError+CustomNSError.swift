import Foundation
import MoyaCore

/// Gives the `NSError` that Foundation makes of it the underlying error.
extension MoyaError: CustomNSError {}
