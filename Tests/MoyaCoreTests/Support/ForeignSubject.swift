@testable import MoyaCore

/// The subject of a call without a Swift target, as the C API makes it.
final class ForeignSubject: Subject {
  let name: String
  let tags: Set<String>
  let needsAuth: Bool
  let authorizationType: AuthorizationType?
  private let own: Result<TransferResponse, TransferError>?

  init(
    _ name: String, tags: Set<String> = [], needsAuth: Bool = false, authorizationType: AuthorizationType? = nil,
    sample: Result<TransferResponse, TransferError>? = nil
  ) {
    self.name = name
    self.tags = tags
    self.needsAuth = needsAuth
    self.authorizationType = authorizationType
    own = sample
  }

  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError> {
    own ?? .failure(TransferError(.other, "no sample"))
  }

  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>? { own }
}
