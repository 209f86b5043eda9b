extension Result<Response, MoyaError> {
  /// The answer, also one that came with the failure.
  var response: Response? {
    switch self {
    case .success(let response): response
    case .failure(let error): error.response
    }
  }
}
