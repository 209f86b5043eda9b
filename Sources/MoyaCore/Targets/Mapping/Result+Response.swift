extension Result<Response, MoyaError> {
  /// The answer, also one that came with the failure.
  package var response: Response? {
    switch self {
    case .success(let response): response
    case .failure(let error): error.response
    }
  }
}
