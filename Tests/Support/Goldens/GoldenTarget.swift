import FoundationEssentials

import MoyaCore

/// A target as a golden row describes it.
package struct GoldenTarget: TargetType {
  package var baseURL: URL
  package var path: String
  package var method: MoyaCore.Method
  package var headers: [String: String]?
  package var task: Task
  package var validationType = ValidationType.none
  package var sampleData = Data()
  package var name = ""

  /// - Parameter folder: where files to upload are written, and downloads go.
  package init(_ row: GoldenValue, host: String, folder: URL, run: String = "run") throws {
    func text(_ key: String) -> String {
      (row[key]?.string ?? "").replacing("{{HOST}}", with: host).replacing("$RUN", with: run)
    }
    try row.only(
      ["authorization_type", "base_url", "headers", "method", "path", "sample_data", "task", "validation"], at: "target"
    )
    guard let base = URL(string: text("base_url")), let task = row["task"] else { throw NotUnderstood("\(row)") }
    baseURL = base
    path = text("path")
    method = MoyaCore.Method(rawValue: text("method"))
    headers = row["headers"]?.object?.compactMapValues(\.string)
    sampleData = Data((row["sample_data"]?.string ?? "").utf8)
    self.task = try GoldenTask.task(task, folder: folder)
    if let codes = row["validation"]?.array {
      validationType = .customCodes(codes.compactMap(\.int))
    } else {
      validationType = try row["validation"].meaning(
        [
          nil: .none, "none": .none, "successCodes": .successCodes, "successAndRedirectCodes": .successAndRedirectCodes,
        ], at: "validation")
    }
  }
}

/// A `GoldenTarget` of a row that gives an authorization type, which may be null.
@dynamicMemberLookup
package struct GoldenAuthorizableTarget: TargetType, AccessTokenAuthorizable {
  package let inner: GoldenTarget
  package let authorizationType: AuthorizationType?

  package init(_ inner: GoldenTarget, type: GoldenValue?) throws {
    self.inner = inner
    if let type, let custom = type["custom"]?.string {
      try type.only(["custom"], at: "authorization_type")
      authorizationType = .custom(custom)
    } else {
      let type: GoldenValue? = type == .null ? nil : type
      authorizationType = try type.meaning([nil: nil, "bearer": .bearer, "basic": .basic], at: "authorization_type")
    }
  }

  package subscript<Value>(dynamicMember path: KeyPath<GoldenTarget, Value>) -> Value { inner[keyPath: path] }

  package var baseURL: URL { inner.baseURL }
  package var path: String { inner.path }
  package var method: MoyaCore.Method { inner.method }
  package var headers: [String: String]? { inner.headers }
  package var task: Task { inner.task }
  package var validationType: ValidationType { inner.validationType }
  package var sampleData: Data { inner.sampleData }
}
