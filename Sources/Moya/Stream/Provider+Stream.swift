// Moya 15 does not have these functions, so an application may have functions of the same names in an extension. The
// compiler then uses the application's functions.

extension MoyaProvider {
  /// Returns the body of a response as a sequence of pieces. The request is sent when a `for try await` loop over the
  /// sequence begins.
  ///
  /// If the loop is slow, the library stops reading from the server, so that the server waits. Little memory is needed,
  /// however long the body is.
  @_disfavoredOverload
  public func chunks(_ target: Target) -> ResponseChunks { ResponseChunks(.request(streamed(target))) }

  /// Returns the body of a response as a sequence of lines of text. The request is sent when a loop over the sequence
  /// begins.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - limit: Maximum number of bytes in a line. A longer line is an error.
  @_disfavoredOverload
  public func lines(_ target: Target, limit: Int = ResponseLines.standardLimit) -> ResponseLines {
    ResponseLines(.request(streamed(target)), limit)
  }

  /// Returns the body of a response as a sequence of server-sent events. The request is sent when a loop over the
  /// sequence begins.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - limit: Maximum number of bytes in a line, and in the data of an event. A longer line or event is an error.
  ///   - reconnects: If true, the request is sent again when the body ends or the connection fails. See
  ///     `ResponseEvents`.
  @_disfavoredOverload
  public func events(
    _ target: Target, limit: Int = ResponseLines.standardLimit, reconnects: Bool = false
  ) -> ResponseEvents {
    ResponseEvents(.request(streamed(target)), limit, reconnects: reconnects)
  }

  /// Sends a request, and returns when the head of its response has arrived. The body can then be read.
  @_disfavoredOverload
  public func stream(_ target: Target) async throws(MoyaError) -> ResponseStream {
    try await ResponseStream(streamed(target).begin(adding: StreamFields(), forHead: true))
  }

  /// Sends a request, and returns when the head of its response has arrived. `steps` receives each step until then. See
  /// `request(_:steps:)`.
  @_disfavoredOverload
  public func stream(_ target: Target, steps: @escaping StepBlock) async throws(MoyaError) -> ResponseStream {
    try await ResponseStream(streamed(target).begin(adding: StreamFields(), forHead: true, steps: steps))
  }

  private func streamed(_ target: Target) -> StreamRequest {
    nonisolated(unsafe) let target = target
    return StreamRequest { awaited, completion in
      awaited.start(by: self, for: self.ofSubclass(target), completion) { completion in
        self.request(
          target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil, completion: completion)
      }
    }
  }
}

extension MoyaXProvider {
  /// Returns the body of a response as a sequence of pieces. The request is sent when a loop over the
  /// sequence begins. See `MoyaProvider.chunks`.
  public func chunks(_ target: any TargetType, backend: (any Backend)? = nil) -> ResponseChunks {
    ResponseChunks(.request(streamed(target, backend)))
  }

  /// Returns the body of a response as a sequence of lines of text. The request is sent when a loop over the
  /// sequence begins. See `MoyaProvider.lines`.
  public func lines(
    _ target: any TargetType, backend: (any Backend)? = nil, limit: Int = ResponseLines.standardLimit
  ) -> ResponseLines {
    ResponseLines(.request(streamed(target, backend)), limit)
  }

  /// Returns the body of a response as a sequence of server-sent events. The request is sent when a loop over the
  /// sequence begins. See `MoyaProvider.events`.
  public func events(
    _ target: any TargetType, backend: (any Backend)? = nil, limit: Int = ResponseLines.standardLimit,
    reconnects: Bool = false
  ) -> ResponseEvents {
    ResponseEvents(.request(streamed(target, backend)), limit, reconnects: reconnects)
  }

  /// Sends a request, and returns when the head of its response has arrived. The body can then be read.
  public func stream(
    _ target: any TargetType, backend: (any Backend)? = nil
  ) async throws(MoyaError) -> ResponseStream {
    try await ResponseStream(streamed(target, backend).begin(adding: StreamFields(), forHead: true))
  }

  /// Sends a request, and returns when the head of its response has arrived. `steps` receives each step until then. See
  /// `MoyaProvider.request(_:steps:)`.
  public func stream(
    _ target: any TargetType, backend: (any Backend)? = nil, steps: @escaping StepBlock
  ) async throws(MoyaError) -> ResponseStream {
    try await ResponseStream(streamed(target, backend).begin(adding: StreamFields(), forHead: true, steps: steps))
  }

  private func streamed(_ target: any TargetType, _ backend: (any Backend)?) -> StreamRequest {
    nonisolated(unsafe) let target = target
    return StreamRequest { awaited, completion in
      awaited.start(by: self, for: self.ofSubclass(target), completion) { completion in
        self.request(
          target, backend: backend, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil,
          completion: completion)
      }
    }
  }
}
