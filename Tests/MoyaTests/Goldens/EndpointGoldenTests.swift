import Moya
import MoyaTestSupport
import Testing

/// Follows a target from its description to the bytes that a server receives.
@Suite struct EndpointGoldenTests {
  @Test(arguments: try Golden.rows("endpoint"))
  func `a target goes on the wire as it does in Moya`(row: Golden) throws {
    try EndpointGoldenTests.checkKeys(row)
    let description = try #require(row["target"])
    let folder = TemporaryFolder()
    for file in row["preexisting_files"]?.array ?? [] {
      _ = try folder.write(Data("old".utf8), to: file.string ?? "")
    }
    let server = try EchoServer()
    defer { server.stop() }
    let target = try GoldenTarget(description, host: server.host, folder: folder.url, run: row.id)
    let play = Play(row: row, server: server, folder: folder.url)
    let result: Result<Response, MoyaError>
    if description.object?["authorization_type"] == nil {
      result = try play.run(target)
    } else {
      result = try play.run(try GoldenAuthorizableTarget(target, type: description["authorization_type"]))
    }
    try row.expect(
      .object([
        "prepared": play.prepared(), "wire": play.wire(), "result": EndpointGoldenTests.outcome(result),
        "file": play.file(),
      ]),
      observed: EndpointGoldenTests.observed(row))
  }

  private static func checkKeys(_ row: Golden) throws {
    try row.value.only(
      [
        "id", "class", "note", "name", "target", "multi_target", "plugins", "endpoint", "request_closure", "session",
        "preexisting_files", "prepared", "wire", "result", "file_base64", "body_compare", "boundary_pattern",
        "transport_added_content_type",
      ], at: "row")
    try row["endpoint"]?.only(["adding_headers", "replacing_task", "url"], at: "endpoint")
    try row["request_closure"]?.only(["set_headers"], at: "request_closure")
    try row["session"]?.only(["headers"], at: "session")
    _ = try row["body_compare"].meaning([nil: false, "bytes": false, "json": true], at: "body_compare")
  }

  /// One row while it is played.
  private struct Play {
    let row: Golden
    let server: EchoServer
    let folder: URL
    let last = LastSeen()

    func run<Target: TargetType>(_ target: Target) throws -> Result<Response, MoyaError> {
      row["multi_target"]?.bool == true ? try send(MultiTarget(target)) : try send(target)
    }

    private func send<Target: TargetType>(_ target: Target) throws -> Result<Response, MoyaError> {
      let plugins = try (row["plugins"]?.array ?? []).map { try EndpointPlugin.make($0, host: server.host) }
      let configuration = row["session"].map { session in
        let configuration = URLSessionConfiguration()
        configuration.httpAdditionalHeaders = session["headers"]?.object?.compactMapValues(\.string)
        return configuration
      }
      let change = row["endpoint"]
      let replacement = try change?["replacing_task"].map { try GoldenTask.task($0, folder: folder) }
      let provider = MoyaProvider<Target>(
        endpointClosure: { [server, row] target in
          var endpoint = MoyaProvider.defaultEndpointMapping(for: target)
          if let headers = change?["adding_headers"]?.object {
            endpoint = endpoint.adding(newHTTPHeaderFields: headers.compactMapValues(\.string))
          }
          if let replacement { endpoint = endpoint.replacing(task: replacement) }
          guard case .string(let url)? = change?.object?["url"] else { return endpoint }
          return Endpoint(
            url: url.replacing("{{HOST}}", with: server.host).replacing("$RUN", with: row.id),
            sampleResponseClosure: endpoint.sampleResponseClosure,
            method: endpoint.method, task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
        },
        requestClosure: { [row] endpoint, answer in
          MoyaProvider<Target>.defaultRequestMapping(for: endpoint) { result in
            answer(
              result.map { request in
                var request = request
                for (name, value) in row["request_closure"]?["set_headers"]?.object ?? [:] {
                  request.setValue(value.string, forHTTPHeaderField: name)
                }
                return request
              })
          }
        },
        callbackQueue: DispatchQueue(label: "endpoint"),
        session: Session(configuration: configuration),
        plugins: plugins + [last])
      let end = Signal()
      let result = Locked<Result<Response, MoyaError>?>(nil)
      provider.request(target) { outcome in
        result.with { $0 = outcome }
        end.fire()
      }
      #expect(end.wait(), "\(row.id) never completed")
      return try #require(result.current)
    }

    /// Header names that the row mentions, and those that every row compares.
    private var mentionedNames: Set<String> {
      let dictionaries = [
        row["target"]?["headers"], row["endpoint"]?["adding_headers"], row["request_closure"]?["set_headers"],
        row["session"]?["headers"],
      ]
      let names =
        dictionaries.flatMap { $0?.object.map { Array($0.keys) } ?? [] }
        + (row["plugins"]?.array ?? []).compactMap { $0["name"]?.string }
      return Set(names.map { $0.lowercased() } + ["content-type", "content-length", "authorization"])
    }

    /// Returns the content of the downloaded file; null if there is no file.
    func file() -> GoldenValue {
      let task = row["endpoint"]?["replacing_task"] ?? row["target"]?["task"]
      guard let path = task?["destination"]?["path"]?.string else { return .null }
      let data = try? Data(contentsOf: folder.appending(path: path))
      return data.map { .string($0.base64EncodedString()) } ?? .null
    }

    private var isJSON: Bool { row.string("body_compare") == "json" }

    func prepared() -> GoldenValue {
      guard let request = last.current else { return .null }
      var headers: [String: GoldenValue] = [:]
      for (name, value) in request.allHTTPHeaderFields ?? [:] {
        headers[name.lowercased()] = .string(RandomBoundary.masked(value))
      }
      return .object([
        "method": .string(request.httpMethod ?? ""),
        "url": .string(
          (request.url?.absoluteString ?? "").replacing(server.host, with: "{{HOST}}").replacing(row.id, with: "$RUN")),
        "headers": .object(headers),
        "body": EndpointGoldenTests.body(request.httpBody, isJSON: isJSON),
      ])
    }

    func wire() -> GoldenValue {
      guard let request = server.requests.first else { return .null }
      var headers: [String: GoldenValue] = [:]
      for name in row["wire"]?["headers"]?.object?.keys.map({ $0 }) ?? [] {
        headers[name] = request.header(name).map { .string(RandomBoundary.masked($0)) } ?? .null
      }
      // The library must not send a field that Moya did not send.
      for name in mentionedNames where headers[name] == nil {
        headers[name] = request.header(name).map { .string($0) } ?? .null
      }
      EndpointGoldenTests.leaveOut(of: &headers, row)
      return .object([
        "method": .string(request.method), "path": .string(request.path.replacing(row.id, with: "$RUN")),
        "headers": .object(headers),
        "body": EndpointGoldenTests.body(Data(request.body), isJSON: isJSON),
      ])
    }
  }

  /// Leaves out header fields that Moya does not choose: a Content-Type that the transport added, and a length that
  /// depends on a random boundary.
  private static func leaveOut(of headers: inout [String: GoldenValue], _ row: Golden) {
    if row["transport_added_content_type"]?.bool == true { headers["content-type"] = .null }
    if row["boundary_pattern"] != nil { headers["content-length"] = .null }
  }

  private static func body(_ data: Data?, isJSON: Bool) -> GoldenValue {
    guard let data else { return .null }
    if isJSON, let value = try? GoldenValue(json: data) { return value }
    return .string(RandomBoundary.masked(data).base64EncodedString())
  }

  private static func outcome(_ result: Result<Response, MoyaError>) -> GoldenValue {
    switch result {
    case .success(let response):
      .object(["status": .number("\(response.statusCode)"), "length": .number("\(response.data.count)")])
    case .failure(let error): FlowJournal.details(error)
    }
  }

  private static func observed(_ row: Golden) -> GoldenValue {
    let isJSON = row.string("body_compare") == "json"
    func side(_ key: String) -> GoldenValue {
      guard let side = row[key] else { return .null }
      var headers = side["headers"]?.object ?? [:]
      if key == "wire" { leaveOut(of: &headers, row) }
      var fields: [String: GoldenValue] = ["method": side["method"] ?? .null, "headers": .object(headers)]
      fields["path"] = side["path"]
      fields["url"] = side["url"]
      fields["body"] = side["body_base64"]?.string.map { text in
        body(Data(base64Encoded: text) ?? Data(text.utf8), isJSON: isJSON)
      }
      return .object(fields)
    }
    let result = row["result"]
    let outcome: GoldenValue =
      result?["outcome"]?.string == "success"
      ? .object(["status": result?["status"] ?? .null, "length": result?["data_length"] ?? .null])
      : FlowJournal.details(observed: result?["error"])
    return .object([
      "prepared": side("prepared"), "wire": side("wire"), "result": outcome, "file": row["file_base64"] ?? .null,
    ])
  }
}
