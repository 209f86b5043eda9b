import Foundation
import Moya

/// Fetches a token before the first request that needs one, in the request closure.
final class MusicService: @unchecked Sendable {
  private var token: String?
  private let lock = NSLock()
  private let fetch: (@escaping (String) -> Void) -> Void

  init(fetch: @escaping (@escaping (String) -> Void) -> Void) { self.fetch = fetch }

  func makeProvider(plugins: [PluginType] = []) -> MoyaProvider<MusicAPI> {
    let requestClosure: MoyaProvider<MusicAPI>.RequestClosure = { endpoint, done in
      do {
        var request = try endpoint.urlRequest()
        self.withToken { token in
          request.timeoutInterval = 10
          request.setValue("Bearer \(token)", forHTTPHeaderField: "X-Token")
          done(.success(request))
        }
      } catch MoyaError.requestMapping(let url) {
        done(.failure(MoyaError.requestMapping(url)))
      } catch {
        done(.failure(MoyaError.underlying(error, nil)))
      }
    }
    return MoyaProvider<MusicAPI>(
      requestClosure: requestClosure, stubClosure: MoyaProvider.immediatelyStub, plugins: plugins)
  }

  private func withToken(_ use: @escaping (String) -> Void) {
    lock.lock()
    let token = self.token
    lock.unlock()
    if let token { return use(token) }
    fetch { token in
      self.lock.lock()
      self.token = token
      self.lock.unlock()
      use(token)
    }
  }
}

/// Caches, as plugins of applications do.
final class RequestCountPlugin: PluginType {
  private(set) var counts: [String: Int] = [:]

  func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
    var request = request
    request.cachePolicy = .reloadIgnoringLocalCacheData
    return request
  }

  func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
    counts[target.path, default: 0] += 1
    return result
  }
}
