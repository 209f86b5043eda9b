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

extension Order {
  /// A target's order: its endpoint says what is sent, `source` how the request is made, unless it is known that there
  /// can be none. What a definition gets wrong fails as a stub too; files are not looked for before they are sent.
  /// - Parameter fault: why it cannot be sent; `nil`: nothing is known.
  package init(
    _ subject: TargetSubject, stub: StubMoment?, options: OrderOptions?, fault: MoyaError?, source: () -> Source
  ) {
    let endpoint = subject.endpoint
    var (fault, upload) = (fault, Upload?.none)
    if endpoint.taskKind == .upload {
      do throws(MoyaError) { upload = try Upload(endpoint.task, method: endpoint.method) } catch {
        fault = fault ?? error
      }
    }
    let destination = endpoint.taskKind == .download ? endpoint.task.downloadDestination : nil
    // All at once: of an order that is changed here the compiler would return a copy.
    self.init(
      subject, source: fault.map { .failed($0) } ?? source(), stub: stub,
      validation: subject.target.validationType, options: options, upload: upload,
      download: destination.map { DestinationPlan($0) })
  }
}

extension StubBehavior {
  /// When a stub answers; `nil`: the request is sent.
  /// - Parameter hasQueue: the caller gets the end on a queue. Then an answer without a delay is asked for there.
  package func moment(hasQueue: Bool) -> StubMoment? {
    switch self {
    case .never: return nil
    case .immediate: return hasQueue ? .next : .immediate
    case .delayed(let seconds):
      let delay = seconds.milliseconds
      return delay == 0 ? .next : .delayed(milliseconds: delay)
    }
  }
}

extension StubMatcher {
  /// Targets that satisfy the condition; its argument says of which type.
  public static func target<Target: TargetType & SendableMetatype>(
    _ condition: @escaping @Sendable (Target) -> Bool
  ) -> StubMatcher {
    StubMatcher { exchange in
      let target = (exchange.target as? MultiTarget)?.target ?? exchange.target
      return (target as? Target).map(condition) ?? false
    }
  }
}
