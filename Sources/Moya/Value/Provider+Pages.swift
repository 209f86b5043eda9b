// Moya 15 has no function `pages`, so an application may have one in an extension of MoyaProvider. The compiler then
// uses the application's function.

extension MoyaProvider {
  /// Returns the pages of a result. Each page names the next page in its field Link (RFC 8288).
  ///
  /// The request of another page is the same as the first one, but with the URL of the link. A link to another origin
  /// than the request's is an error, because the request's credentials must not go there. A link whose URL contains
  /// a user name is an error too, and so is a link that leads in a circle. For each page, the rules of `value` apply.
  ///
  /// - Parameters:
  ///   - target: The target of the first page.
  ///   - type: The type of the value of a page.
  ///   - keyPath: The place of the value in the JSON. `nil` means that the target decides.
  ///   - decoder: `nil` means that the target decides.
  ///   - failsOnEmptyData: `nil` means that the target decides.
  ///   - relation: The relation of the link to the next page.
  @_disfavoredOverload
  public func pages<Value: Decodable & Sendable>(
    _ target: Target, as type: Value.Type = Value.self, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil, relation: String = "next"
  ) -> ResponsePages<Value> {
    nonisolated(unsafe) let target = target
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    let first = PageStep<Value>.linked(relation) { (link: String?) async throws(MoyaError) -> (Value, Response) in
      let response = try await self.accepted(target, at: link)
      return (try reading.value(type, of: response, to: target), response)
    }
    return ResponsePages(first)
  }

  /// Returns the pages of a result. After each page, a closure returns the target of the next page.
  ///
  /// - Parameters:
  ///   - target: The target of the first page.
  ///   - type: The type of the value of a page.
  ///   - keyPath: The place of the value in the JSON. `nil` means that the target decides.
  ///   - decoder: `nil` means that the target decides.
  ///   - failsOnEmptyData: `nil` means that the target decides.
  ///   - next: Returns the target of the next page, or `nil` after the last one. Called on any thread.
  @_disfavoredOverload
  public func pages<Value: Decodable & Sendable>(
    _ target: Target, as type: Value.Type = Value.self, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil,
    next: @escaping @Sendable (ResponsePage<Value>) -> Target?
  ) -> ResponsePages<Value> {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    let first = PageStep<Value>.chosen(target, next) { (target: Target) async throws(MoyaError) -> (Value, Response) in
      let response = try await self.accepted(target)
      return (try reading.value(type, of: response, to: target), response)
    }
    return ResponsePages(first)
  }
}

// MARK: - Targets that know the type of their value

extension MoyaProvider where Target == MultiTarget {
  /// Returns the pages of a result. Each page names the next page in its field Link.
  @_disfavoredOverload
  public func pages<Single: ValueTarget>(
    _ target: Single, relation: String = "next"
  ) -> ResponsePages<Single.Value> {
    nonisolated(unsafe) let target = target
    let first = PageStep<Single.Value>.linked(relation) {
      (link: String?) async throws(MoyaError) -> (Single.Value, Response) in
      let response = try await self.accepted(.target(target), at: link)
      return (try target.readValue(of: response), response)
    }
    return ResponsePages(first)
  }

  /// Returns the pages of a result. After each page, a closure returns the target of the next page.
  @_disfavoredOverload
  public func pages<Single: ValueTarget>(
    _ target: Single, next: @escaping @Sendable (ResponsePage<Single.Value>) -> Single?
  ) -> ResponsePages<Single.Value> {
    let first = PageStep<Single.Value>.chosen(target, next) {
      (target: Single) async throws(MoyaError) -> (Single.Value, Response) in
      let response = try await self.accepted(.target(target))
      return (try target.readValue(of: response), response)
    }
    return ResponsePages(first)
  }
}

extension MoyaXProvider {
  /// Returns the pages of a result. Each page names the next page in its field Link. See `MoyaProvider.pages`.
  public func pages<Single: ValueTarget>(
    _ target: Single, relation: String = "next", backend: (any Backend)? = nil
  ) -> ResponsePages<Single.Value> {
    nonisolated(unsafe) let target = target
    let first = PageStep<Single.Value>.linked(relation) {
      (link: String?) async throws(MoyaError) -> (Single.Value, Response) in
      let response = try await self.accepted(target, backend, at: link)
      return (try target.readValue(of: response), response)
    }
    return ResponsePages(first)
  }

  /// Returns the pages of a result. After each page, a closure returns the target of the next page.
  public func pages<Single: ValueTarget>(
    _ target: Single, backend: (any Backend)? = nil,
    next: @escaping @Sendable (ResponsePage<Single.Value>) -> Single?
  ) -> ResponsePages<Single.Value> {
    let first = PageStep<Single.Value>.chosen(target, next) {
      (target: Single) async throws(MoyaError) -> (Single.Value, Response) in
      let response = try await self.accepted(target, backend)
      return (try target.readValue(of: response), response)
    }
    return ResponsePages(first)
  }

  /// Returns the pages of a result. Each page names the next page in its field Link. See `MoyaProvider.pages`. The
  /// argument `type` is required.
  public func pages<Value: Decodable & Sendable>(
    _ target: any TargetType, as type: Value.Type, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil, relation: String = "next",
    backend: (any Backend)? = nil
  ) -> ResponsePages<Value> {
    nonisolated(unsafe) let target = target
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    let first = PageStep<Value>.linked(relation) { (link: String?) async throws(MoyaError) -> (Value, Response) in
      let response = try await self.accepted(target, backend, at: link)
      return (try reading.value(type, of: response, to: target), response)
    }
    return ResponsePages(first)
  }

  /// Returns the pages of a result. After each page, a closure returns the target of the next page.
  public func pages<Value: Decodable & Sendable>(
    _ target: any TargetType, as type: Value.Type, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool? = nil, backend: (any Backend)? = nil,
    next: @escaping @Sendable (ResponsePage<Value>) -> (any TargetType)?
  ) -> ResponsePages<Value> {
    let reading = ValueReading(keyPath: keyPath, decoder: decoder, failsOnEmptyData: failsOnEmptyData)
    // `any TargetType` does not conform to `TargetType`, but a `MultiTarget` does. So each target is wrapped.
    let wrapped: @Sendable (ResponsePage<Value>) -> MultiTarget? = { page in next(page).map { MultiTarget.target($0) } }
    let first = PageStep<Value>.chosen(MultiTarget.target(target), wrapped) {
      (target: MultiTarget) async throws(MoyaError) -> (Value, Response) in
      let response = try await self.accepted(target.target, backend)
      return (try reading.value(type, of: response, to: target), response)
    }
    return ResponsePages(first)
  }
}
