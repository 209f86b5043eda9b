import CMoya
import MoyaCore

/// What a `moya_closures` says.
///
/// Unchecked: `provider` is set before the first call, and the functions are the caller's, who makes them for any thread.
final class ClosureSettings: @unchecked Sendable {
  /// Whose callbacks the functions are. It keeps these settings.
  unowned(unsafe) var provider: Provider?
  private let endpoint: moya_endpoint_fn?
  private let request: moya_request_fn?
  private let context: CallerContext

  init(_ pointer: UnsafePointer<moya_closures>) throws(Failure) {
    let closures = try moya_closures(copying: pointer)
    context = CallerContext(closures.user, release: closures.release_user)
    guard closures.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_closures.reserved is not 0") }
    endpoint = closures.endpoint
    request = closures.request
  }

  /// What a target comes to.
  func change(_ target: inout moya_target) throws(Failure) {
    guard let endpoint, let provider else { return }
    let status = provider.inCallback { endpoint(context.user, &target) }
    if status == moya_status(MOYA_OK) { return }
    let name = status < 0 ? Constants.name(of: status) : nil
    var failure = Failure(MOYA_ERROR_OTHER, "the endpoint closure answered \(name.map { "\($0)" } ?? "\(status)")")
    if name != nil { failure.status = status }
    throw failure
  }

  /// Where a request comes from: made of this one by the program, now or later; `nil`: it is ready.
  func source(_ request: URLRequest, _ subject: any Subject) -> Order.Source? {
    guard let ask = self.request else { return nil }
    return .asking { answer in
      let way = CRequest.Way(
        forward: { request, _ in
          answer(.success(request))
          return nil
        },
        finish: { outcome in
          if case .failure(let error) = outcome { answer(.failure(.underlying(error, nil))) }
        },
        cancel: nil, takesAnswers: false)
      let made = CRequest(request, of: subject, for: self.provider, way)
      self.provider?.inCallback { ask(self.context.user, made.retainedHandle()) }
    }
  }
}
