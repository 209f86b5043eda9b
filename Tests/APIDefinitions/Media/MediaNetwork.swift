import Foundation
import Moya

/// Adds headers that tell the service which app and which language it serves.
final class ClientPlugin: PluginType {
  let version: String

  init(version: String) { self.version = version }

  func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
    var request = request
    request.addValue("media/\(version)", forHTTPHeaderField: "X-Client")
    request.setValue(Locale(identifier: "en_GB").identifier, forHTTPHeaderField: "X-Locale")
    return request
  }
}

/// Shows a spinner for the targets that want one. The plugin finds these targets inside `MultiTarget`.
final class SpinnerPlugin: PluginType {
  private let spin: (Bool) -> Void

  init(spin: @escaping (Bool) -> Void) { self.spin = spin }

  func willSend(_ request: RequestType, target: TargetType) {
    if wantsSpinner(target) { spin(true) }
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
    if wantsSpinner(target) { spin(false) }
  }

  private func wantsSpinner(_ target: TargetType) -> Bool {
    let inner = (target as? MultiTarget)?.target ?? target
    return (inner as? MediaTarget)?.showsSpinner ?? false
  }
}

/// Has one provider for all features. The target type of the provider is `MultiTarget`.
final class MediaNetwork: Sendable {
  let provider: MoyaProvider<MultiTarget>

  init(
    stubClosure: @escaping MoyaProvider<MultiTarget>.StubClosure, session: Session = .default,
    plugins: [PluginType] = []
  ) {
    provider = MoyaProvider<MultiTarget>(
      endpointClosure: { target in
        let endpoint = MoyaProvider.defaultEndpointMapping(for: target)
        guard target.target is LibraryAPI else { return endpoint }
        return endpoint.adding(newHTTPHeaderFields: ["X-Feature": "library"])
      },
      requestClosure: MediaNetwork.requestClosure,
      stubClosure: stubClosure,
      session: session,
      plugins: [ClientPlugin(version: "3.1"), AccessTokenPlugin { _ in "m-token" }] + plugins,
      trackInflights: true)
  }

  static func requestClosure(
    endpoint: Endpoint, closure: @escaping MoyaProvider<MultiTarget>.RequestResultClosure
  ) {
    guard var request = try? endpoint.urlRequest() else {
      return closure(.failure(.requestMapping(endpoint.url)))
    }
    request.timeoutInterval = 15
    closure(.success(request))
  }

  func request<Value: Decodable & SendableMetatype>(
    _ target: any MediaTarget, as type: Value.Type, at keyPath: String? = nil,
    completion: @escaping @Sendable (Result<Value, MoyaError>) -> Void
  ) -> Cancellable {
    provider.request(MultiTarget(target)) { result in
      do {
        let response = try result.get().filterSuccessfulStatusCodes()
        completion(.success(try response.map(type, atKeyPath: keyPath)))
      } catch let error as MoyaError {
        completion(.failure(error))
      } catch {
        completion(.failure(.underlying(error, nil)))
      }
    }
  }
}
