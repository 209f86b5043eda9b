extension MoyaError {
  /// The innermost `MoyaError`: what is left when wrappers of the same family are taken off.
  ///
  /// A validation failure arrives as `.underlying(.statusCode(response), response)`; this is the `.statusCode`.
  public var flat: MoyaError {
    guard case .underlying(let error, let response) = self, let inner = error as? MoyaError else { return self }
    if case .underlying(let cause, nil) = inner, let response { return MoyaError.underlying(cause, response).flat }
    return inner.flat
  }

  /// One sentence that says what failed and why, with the status where there is an answer.
  public var message: String {
    let error = flat
    switch error {
    case .statusCode(let response):
      return "The server answered with status \(response.statusCode)."
    case .requestMapping: return "The URL is not valid."
    case .objectMapping(let cause, _), .encodableMapping(let cause):
      return "\(error.errorDescription ?? "") \(ErrorText.of(cause))"
    default: return error.errorDescription ?? "\(error)"
    }
  }
}
