import Moya
import MoyaTestSupport
import Testing

/// Our outcome and the row's, in the form in which they are compared.
extension FlowScenario {
  func results() -> [String: GoldenValue] {
    let state = self.state.current
    let observed = row["results"]?.object ?? [:]
    return observed.mapValues { _ in GoldenValue.null }.merging(
      state.requested.map { id in
        var fields: [String: GoldenValue] = [
          "completions": .number("\(state.completions[id] ?? 0)"),
          "token_is_cancelled": .bool(state.tokens[id]?.isCancelled ?? false),
        ]
        // The library does not promise whether a background thread is faster than the return of a function.
        if observed[id]?["completed_before_request_returned"]?.bool == true {
          fields["completed_before_request_returned"] = .bool(state.completedEarly[id] ?? false)
        }
        switch state.results[id] {
        case .success(let response):
          fields["outcome"] = .string("success")
          fields["status"] = .number("\(response.statusCode)")
          fields["body"] = .string(String(decoding: response.data, as: UTF8.self))
          fields["has_http_response"] = .bool(response.response != nil)
          fields["request_headers_X"] = .array(FlowPlugin.marks(response.request).map { .string($0) })
        case .failure(let error):
          fields["outcome"] = .string("failure")
          fields["error"] = .string(FlowJournal.brief(.failure(error)))
          fields["response_body"] = error.response.map { .string(String(decoding: $0.data, as: UTF8.self)) } ?? .null
          if case .underlying(let inner as TransferError, _) = error, observed[id]?.urlErrorCode != nil {
            fields["code"] = .number("\(inner.urlErrorCode)")
          }
          if case .requestMapping(let url) = error { fields["request_mapping_url"] = .string(url) }
        case nil: fields["outcome"] = .string("never")
        }
        return (id, GoldenValue.object(fields))
      }
    ) { _, ours in ours }
  }

  /// Returns the row's observation in the same form.
  static func observed(_ row: GoldenValue) -> GoldenValue {
    let events = (row["events"]?.array ?? []).map { event -> GoldenValue in
      let hook = event["hook"]?.string ?? ""
      let detail: String
      switch hook {
      case "prepare", "willSend", "adapt": detail = "\((event["sees_headers"]?.array ?? []).compactMap(\.string))"
      case "retry": detail = ""
      case "progress":
        detail = "\(event["progress"].map(\.double) ?? 0) \(event["completed"]?.bool ?? false)"
      case "inflight_count": detail = "\(event["count"]?.int ?? -1)"
      case "provider_alive": detail = "\(event["alive"]?.bool ?? false)"
      default: detail = FlowJournal.brief(observed: event["result"])
      }
      // An interceptor does not know which target the request belongs to.
      let isSession = hook == "adapt" || hook == "retry"
      return .string(
        FlowJournal.line(
          isSession ? "session" : event["who"]?.string ?? "", hook, isSession ? "" : event["request"]?.string ?? "",
          event["thread"]?.string ?? "", detail))
    }
    let results = (row["results"]?.object ?? [:]).mapValues { result -> GoldenValue in
      var fields: [String: GoldenValue] = [:]
      for key in [
        "outcome", "status", "body", "completions", "has_http_response", "token_is_cancelled", "request_headers_X",
      ] { fields[key] = result[key] }
      if result["completed_before_request_returned"]?.bool == true {
        fields["completed_before_request_returned"] = .bool(true)
      }
      if let error = result["error"] {
        fields["error"] = .string(FlowJournal.brief(observed: error))
        fields["response_body"] = error["response_body"]
        fields["request_mapping_url"] = error["request_mapping_url"]
      }
      fields["code"] = result.urlErrorCode.map { .number("\($0)") }
      return .object(fields)
    }
    return .object([
      "events": .array(events), "results": .object(results),
      "wire": (row["wire_requests"]?.array).map { .array($0.sorted { $0.string ?? "" < $1.string ?? "" }) } ?? .null,
      "files": row["files"] ?? .null,
    ])
  }

  func files() throws -> [String: GoldenValue] {
    var files: [String: GoldenValue] = [:]
    for name in scenario["check_files"]?.array ?? [] {
      let url = folder.appending(path: name.string ?? "")
      if let data = try? Data(contentsOf: url) {
        files[name.string ?? ""] = .string(String(decoding: data, as: UTF8.self))
      }
    }
    return files
  }
}

extension GoldenValue {
  /// The NSURLErrorDomain code inside a session's failure.
  fileprivate var urlErrorCode: Int? {
    let error = self["error"]?["underlying"]?["underlying"]
    return error?["domain"]?.string == "NSURLErrorDomain" ? error?["code"]?.int : nil
  }
}
