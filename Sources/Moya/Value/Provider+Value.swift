// Moya 15 has no function `value`, so an application may have one in an extension of MoyaProvider. The compiler then
// uses the application's function.

extension MoyaProvider {
  /// Sends a request, and decodes its response. The type of the result says what is decoded:
  /// `let user: User = try await provider.value(.user("octocat"))`.
  ///
  /// If the target has no `validationType`, a status outside 200 to 299 is an error. An error is not wrapped in another
  /// error, so the error for such a status is `MoyaError.statusCode` itself. Otherwise the call is the same as
  /// `request`. The value is decoded outside of the caller's actor.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - type: The type of the value. Write it where the compiler cannot infer it.
  ///   - keyPath: The place of the value in the JSON. An empty path is the whole body. If this is `nil`, the target
  ///     decides. If the target is not a `DecodingTarget`, the value is the whole body.
  ///   - decoder: If this is `nil`, the target decides. If the target is not a `DecodingTarget`, a new decoder is used.
  ///   - failsOnEmptyData: If this is `nil`, the target decides. If the target is not a `DecodingTarget`, an empty body
  ///     is an error. See `Response.map`.
  @_disfavoredOverload
  public func value<Value: Decodable & Sendable>(
    _ target: Target, as type: Value.Type = Value.self, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil
  ) async throws(MoyaError) -> Value {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    let response = try await accepted(target)
    return try reading.value(type, of: response, to: target)
  }

  /// Sends a request, and returns its response if a value can be read from it.
  ///
  /// - Parameter link: The URL of another page of the target's result, or `nil`.
  func accepted(_ target: Target, at link: String? = nil) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await result(of: target, at: link).accepted(by: target.validationType)
  }
}

extension MoyaProvider where Target: ErrorBodyTarget {
  /// Sends a request, and decodes its response.
  ///
  /// If the response has an error body that the target describes (`errorBodies`), the `ValueError` contains this body.
  @_disfavoredOverload
  public func value<Value: Decodable & Sendable>(
    _ target: Target, as type: Value.Type = Value.self, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil
  ) async throws(ValueError<Target.ErrorBody>) -> Value {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    do throws(MoyaError) {
      let response = try await accepted(target)
      return try reading.value(type, of: response, to: target)
    } catch {
      throw target.valueError(error)
    }
  }
}

// MARK: - Targets that know the type of their value

extension MoyaProvider where Target: ValueTarget {
  /// Sends a request, and reads the value of its response.
  @_disfavoredOverload
  public func value(_ target: Target) async throws(MoyaError) -> Target.Value {
    let response = try await accepted(target)
    return try target.readValue(of: response)
  }
}

extension MoyaProvider where Target: ValueTarget & ErrorBodyTarget {
  /// Sends a request, and reads the value of its response.
  ///
  /// If the response has an error body that the target describes (`errorBodies`), the `ValueError` contains this body.
  @_disfavoredOverload
  public func value(_ target: Target) async throws(ValueError<Target.ErrorBody>) -> Target.Value {
    do throws(MoyaError) {
      let response = try await accepted(target)
      return try target.readValue(of: response)
    } catch {
      throw target.valueError(error)
    }
  }
}

extension MoyaProvider where Target == MultiTarget {
  /// Sends a request, and reads the value of its response.
  @_disfavoredOverload
  public func value<Single: ValueTarget>(_ target: Single) async throws(MoyaError) -> Single.Value {
    let response = try await accepted(.target(target))
    return try target.readValue(of: response)
  }

  /// Sends a request, and reads the value of its response.
  ///
  /// If the response has an error body that the target describes (`errorBodies`), the `ValueError` contains this body.
  @_disfavoredOverload
  public func value<Single: ValueTarget & ErrorBodyTarget>(
    _ target: Single
  ) async throws(ValueError<Single.ErrorBody>) -> Single.Value {
    do throws(MoyaError) {
      let response = try await accepted(.target(target))
      return try target.readValue(of: response)
    } catch {
      throw target.valueError(error)
    }
  }
}

// MARK: - MoyaXProvider

extension MoyaXProvider {
  /// Sends a request, and reads the value of its response. See `MoyaProvider.value`.
  public func value<Single: ValueTarget>(
    _ target: Single, backend: (any Backend)? = nil
  ) async throws(MoyaError) -> Single.Value {
    let response = try await accepted(target, backend)
    return try target.readValue(of: response)
  }

  /// Sends a request, and reads the value of its response.
  ///
  /// If the response has an error body that the target describes (`errorBodies`), the `ValueError` contains this body.
  public func value<Single: ValueTarget & ErrorBodyTarget>(
    _ target: Single, backend: (any Backend)? = nil
  ) async throws(ValueError<Single.ErrorBody>) -> Single.Value {
    do throws(MoyaError) {
      let response = try await accepted(target, backend)
      return try target.readValue(of: response)
    } catch {
      throw target.valueError(error)
    }
  }

  /// Sends a request, and decodes its response as this type. See `MoyaProvider.value`.
  ///
  /// The argument `type` is required. If the type could be inferred, a wrong type for a `ValueTarget` would compile.
  public func value<Single: TargetType, Value: Decodable & Sendable>(
    _ target: Single, as type: Value.Type, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil, backend: (any Backend)? = nil
  ) async throws(MoyaError) -> Value {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    let response = try await accepted(target, backend)
    return try reading.value(type, of: response, to: target)
  }

  /// Sends a request, and decodes its response as this type.
  ///
  /// If the response has an error body that the target describes (`errorBodies`), the `ValueError` contains this body.
  public func value<Single: ErrorBodyTarget, Value: Decodable & Sendable>(
    _ target: Single, as type: Value.Type, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil, backend: (any Backend)? = nil
  ) async throws(ValueError<Single.ErrorBody>) -> Value {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    do throws(MoyaError) {
      let response = try await accepted(target, backend)
      return try reading.value(type, of: response, to: target)
    } catch {
      throw target.valueError(error)
    }
  }

  /// Sends a request, and returns its response if a value can be read from it.
  ///
  /// - Parameter link: The URL of another page of the target's result, or `nil`.
  func accepted(
    _ target: any TargetType, _ backend: (any Backend)?, at link: String? = nil
  ) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await result(of: target, backend, at: link).accepted(by: target.validationType)
  }
}
