/// A Swift target in the form in which the engine uses it (`Subject`).
///
/// The class is `@unchecked Sendable`: the target is the caller's own value, and only one thread at a time uses it.
package final class TargetSubject: Subject, @unchecked Sendable {
  let target: any TargetType
  /// The endpoint that the provider made. It can differ from the endpoint of the target.
  package let endpoint: Endpoint
  /// The task-locals that the call carries. `nil` if its provider carries none.
  package let carried: CarriedValues?

  package init(_ target: any TargetType, _ endpoint: Endpoint, carrying carried: CarriedValues? = nil) {
    self.target = target
    self.endpoint = endpoint
    self.carried = carried
  }

  package var name: String { TargetName.of(target) }
  package var kind: String { "\(type(of: target))" }
  package var tags: Set<String> { target.tags }
  package var needsAuth: Bool { target.needsAuth }
  package var authorizationType: AuthorizationType? {
    (target as? any AccessTokenAuthorizable)?.authorizationType
  }

  package func sample(for request: URLRequest) -> Result<TransferResponse, TransferError> {
    guard let carried else { return endpoint.sampleResponseClosure().result }
    return carried.run { endpoint.sampleResponseClosure().result }
  }

  package func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>? {
    if let response = target.sampleResponse { return response.result }
    let data = target.sampleData
    return data.isEmpty ? nil : EndpointSampleResponse.networkResponse(200, data).result
  }
}

/// The target that a Swift plugin receives for a call that was made with the C API. It has the labels and the
/// authorization of the call. Its URL is a placeholder: plugins find the request in the context or the exchange.
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
    // This comparison of types is much faster than `as?`.
    type(of: self) == TargetSubject.self
      ? unsafeDowncast(self, to: TargetSubject.self).target : ForeignTarget(subject: self)
  }
}

extension Subject {
  /// The task-locals that the call carries. `nil` if its provider carries none.
  package var carriedValues: CarriedValues? {
    type(of: self) == TargetSubject.self ? unsafeDowncast(self, to: TargetSubject.self).carried : nil
  }
}

extension PluginContext {
  /// The target of the request.
  public var target: any TargetType { subject.asTarget }
}

extension Exchange {
  /// The target of the request.
  public var target: any TargetType { subject.asTarget }
}

extension CallDescription {
  /// Makes the description of a call from a target. The endpoint that the provider made for the target describes what
  /// is sent. `source` returns the request, or a closure that makes it. If `fault` is not `nil`, or if the multipart
  /// form of an upload is invalid, the call fails, even if a stub handles it. The library looks for the files of an
  /// upload when it sends them, and not before.
  /// - Parameter fault: why the request cannot be sent; `nil` if no reason is known.
  package init(
    _ subject: TargetSubject, stub: StubMoment?, options: CallOptions?, fault: MoyaError?, source: () -> Source
  ) {
    let endpoint = subject.endpoint
    var (fault, upload) = (fault, Upload?.none)
    if endpoint.taskKind == .upload {
      do throws(MoyaError) {
        upload = try Upload(endpoint.task, method: endpoint.method, carrying: subject.carried)
      } catch {
        fault = fault ?? error
      }
    }
    let destination = endpoint.taskKind == .download ? endpoint.task.downloadDestination : nil
    // One initializer call makes the whole description, because the compiler would copy a description that is changed
    // afterwards.
    self.init(
      subject, source: fault.map { .failed($0) } ?? source(), stub: stub,
      validation: subject.target.validationType, options: options, upload: upload,
      download: destination.map { DestinationPlan(subject.carried?.around(destination: $0) ?? $0) })
  }
}

extension StubBehavior {
  /// Returns the moment at which a stub responds. Returns `nil` if the request is sent to a server.
  /// - Parameter hasQueue: True if the caller's completion runs on a queue. If the stub has no delay, it then responds
  ///   in the next job of that queue.
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
  /// Matches targets that satisfy the condition. The closure receives only targets of the type of its argument.
  public static func target<Target: TargetType>(
    _ condition: @escaping @Sendable (Target) -> Bool
  ) -> StubMatcher {
    StubMatcher { exchange in
      let target = (exchange.target as? MultiTarget)?.target ?? exchange.target
      return (target as? Target).map(condition) ?? false
    }
  }
}
