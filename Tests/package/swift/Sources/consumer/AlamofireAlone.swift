import Alamofire

// A file of an application that knew Alamofire and not Moya.

final class TokenInterceptor: RequestInterceptor {
  func adapt(
    _ urlRequest: URLRequest, for session: Alamofire.Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    var request = urlRequest
    request.headers.add(.authorization(bearerToken: "t"))
    completion(.success(request))
  }
}

let session = Alamofire.Session(configuration: .af.default, interceptor: TokenInterceptor())

func encodedQuery(of parameters: Parameters) -> String? {
  let request = try? URLRequest(url: "https://questions.example", method: .get, headers: HTTPHeaders())
  return try? request.flatMap { try Alamofire.URLEncoding.queryString.encode($0, with: parameters) }?.url?.query
}
