import Dispatch
import Foundation
import Moya

/// Provides the token. A request asks for it, and gets it later, on another queue.
final class TokenStore {
  static let shared = TokenStore()

  private let queue = DispatchQueue(label: "forge.token")
  private(set) var fetches = 0
  var token: String?

  func fetch(_ completion: @escaping (Result<String, Error>) -> Void) {
    queue.async {
      if let token = self.token { return completion(.success(token)) }
      self.fetches += 1
      let token = "fresh"
      self.token = token
      completion(.success(token))
    }
  }
}

/// The network layer of the app. It makes the provider.
struct ForgeNetwork {
  let store: TokenStore
  let provider: MoyaProvider<ForgeAPI>
  let log: LogLines

  init(store: TokenStore = .shared, stub: @escaping MoyaProvider<ForgeAPI>.StubClosure) {
    let log = LogLines()
    self.store = store
    self.log = log

    let endpointClosure = { (target: ForgeAPI) -> Endpoint in
      let defaultEndpoint = MoyaProvider<ForgeAPI>.defaultEndpointMapping(for: target)
      switch target {
      case .legacyLogin:
        return defaultEndpoint
      case .isStarred:
        return Endpoint(
          url: URL(target: target).absoluteString,
          sampleResponseClosure: { .networkResponse(204, Data()) },
          method: target.method,
          task: target.task,
          httpHeaderFields: target.headers)
      case .addComment(_, _, _, let text) where text.isEmpty:
        return defaultEndpoint.replacing(task: .requestPlain)
      default:
        return defaultEndpoint.adding(newHTTPHeaderFields: ["X-App": "Forge/1.0"])
      }
    }

    let requestClosure = { (endpoint: Endpoint, done: @escaping MoyaProvider<ForgeAPI>.RequestResultClosure) in
      do {
        var request = try endpoint.urlRequest()
        request.timeoutInterval = 30
        request.httpShouldHandleCookies = false
        request.httpShouldUsePipelining = true
        request.allowsExpensiveNetworkAccess = false
        request.networkServiceType = .responsiveData
        request.cachePolicy = .reloadIgnoringLocalCacheData
        store.fetch { result in
          switch result {
          case .success(let token):
            request.addValue(token, forHTTPHeaderField: "X-Session")
            done(.success(request))
          case .failure(let error):
            done(.failure(MoyaError.underlying(error, nil)))
          }
        }
      } catch MoyaError.requestMapping(let url) {
        done(.failure(MoyaError.requestMapping(url)))
      } catch MoyaError.parameterEncoding(let error) {
        done(.failure(MoyaError.parameterEncoding(error)))
      } catch {
        done(.failure(MoyaError.underlying(error, nil)))
      }
    }

    let formatter = NetworkLoggerPlugin.Configuration.Formatter(
      entry: { identifier, message, _ in "\(identifier): \(message)" },
      responseData: JSONResponseDataFormatter)
    let logger = NetworkLoggerPlugin(
      configuration: .init(
        formatter: formatter, output: log.append, logOptions: [.requestMethod, .successResponseBody]))

    provider = MoyaProvider<ForgeAPI>(
      endpointClosure: endpointClosure,
      requestClosure: requestClosure,
      stubClosure: stub,
      callbackQueue: DispatchQueue(label: "forge.callbacks"),
      session: Session(configuration: .default, startRequestsImmediately: false),
      plugins: [
        AccessTokenPlugin { _ in store.token ?? "" },
        CredentialsPlugin { target -> URLCredential? in
          guard case .legacyLogin? = target as? ForgeAPI else { return nil }
          return URLCredential(user: "octo", password: "secret", persistence: .none)
        },
        logger,
        NetworkActivityPlugin(networkActivityClosure: { change, _ in
          switch change {
          case .began: log.began += 1
          case .ended: log.ended += 1
          }
        }),
      ],
      trackInflights: false)
  }
}

final class LogLines {
  var lines: [String] = []
  var began = 0
  var ended = 0

  func append(target: TargetType, items: [String]) {
    lines += items
  }
}

private func JSONResponseDataFormatter(_ data: Data) -> String {
  do {
    let dataAsJSON = try JSONSerialization.jsonObject(with: data)
    let prettyData = try JSONSerialization.data(withJSONObject: dataAsJSON, options: [.prettyPrinted, .sortedKeys])
    return String(data: prettyData, encoding: .utf8) ?? ""
  } catch {
    return String(data: data, encoding: .utf8) ?? ""
  }
}
