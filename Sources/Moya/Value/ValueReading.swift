/// How a call decodes a value. The target decides what the call leaves open.
struct ValueReading: Sendable {
  var keyPath: String?
  var decoder: JSONDecoder?
  var failsOnEmptyData: Bool?

  func value<Value: Decodable>(
    _ type: Value.Type, of response: Response, to target: any TargetType
  ) throws(MoyaError) -> Value {
    let target = (target as? MultiTarget)?.target ?? target
    let settings = target as? any DecodingTarget
    do {
      return try response.map(
        type, atKeyPath: keyPath ?? settings?.valueKeyPath, using: decoder ?? settings?.valueDecoder ?? JSONDecoder(),
        failsOnEmptyData: failsOnEmptyData ?? settings?.failsOnEmptyData ?? true)
    } catch {
      let error = MoyaError(reading: response, error)
      guard case .objectMapping(let cause, _) = error, let target = target as? any ValueTarget,
        let wrongType = ValueTypeError(cause, reading: target, as: type)
      else { throw error }
      throw .objectMapping(wrongType, response)
    }
  }
}

extension ValueTarget {
  /// Reads the value, and throws every error of the target's own function as a `MoyaError`.
  func readValue(of response: Response) throws(MoyaError) -> Value {
    do { return try value(of: response) } catch { throw MoyaError(reading: response, error) }
  }
}

extension MoyaError {
  /// Makes the error of a response that could not be read.
  fileprivate init(reading response: Response, _ error: any Error) {
    self = error as? MoyaError ?? .objectMapping(error, response)
  }
}

extension Result<Response, MoyaError> {
  /// Returns the response if a value can be read from it. If the target has a validation, the engine has already
  /// applied this validation. Otherwise the status must be 200 to 299.
  func accepted(by validation: ValidationType) throws(MoyaError) -> Response {
    switch self {
    case .failure(let error): throw error.flat
    case .success(let response):
      guard !validation.acceptsAll || 200..<300 ~= response.statusCode else { throw .statusCode(response) }
      return response
    }
  }
}

extension ValidationType {
  fileprivate var acceptsAll: Bool {
    switch self {
    case .none: true
    case .customCodes(let codes): codes.isEmpty
    case .successCodes, .successAndRedirectCodes: false
    }
  }
}
