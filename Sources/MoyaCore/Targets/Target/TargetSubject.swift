/// A Swift target as the engine knows it.
///
/// Unchecked: the target is the caller's own value, which is handed on and not shared.
package final class TargetSubject: Subject, @unchecked Sendable {
  let target: any TargetType
  /// The provider's, which need not be the target's own.
  package let endpoint: Endpoint

  package init(_ target: any TargetType, _ endpoint: Endpoint) {
    self.target = target
    self.endpoint = endpoint
  }

  package var name: String { TargetName.of(target) }
  package var kind: String { "\(type(of: target))" }
  package var tags: Set<String> { target.tags }
  package var needsAuth: Bool { target.needsAuth }
  package var authorizationType: AuthorizationType? {
    (target as? any AccessTokenAuthorizable)?.authorizationType
  }

  package func sample(for request: URLRequest) -> Result<TransferResponse, TransferError> {
    endpoint.sampleResponseClosure().result
  }

  package func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>? {
    if let response = target.sampleResponse { return response.result }
    let data = target.sampleData
    return data.isEmpty ? nil : EndpointSampleResponse.networkResponse(200, data).result
  }
}

/// What a plugin written in Swift sees of a call that another face made: its labels, and how it is authorized. The
/// request is the context's or the exchange's.
struct ForeignTarget: TargetType, AccessTokenAuthorizable, CustomStringConvertible {
  let subject: any Subject

  var baseURL: URL { URLText.unsetRootURL }
  var path: String { subject.name }
  var description: String { subject.name }
  var tags: Set<String> { subject.tags }
  var needsAuth: Bool { subject.needsAuth }
  var authorizationType: AuthorizationType? { subject.authorizationType }
}

extension Subject {
  fileprivate var asTarget: any TargetType {
    // In a tenth of the time that `as?` takes.
    type(of: self) == TargetSubject.self
      ? unsafeDowncast(self, to: TargetSubject.self).target : ForeignTarget(subject: self)
  }
}

extension PluginContext {
  /// What was requested.
  public var target: any TargetType { subject.asTarget }
}

extension Exchange {
  /// What was requested.
  public var target: any TargetType { subject.asTarget }
}
