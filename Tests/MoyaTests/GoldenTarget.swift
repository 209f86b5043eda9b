import Moya
import MoyaTestSupport

/// A target as a golden row describes it.
struct GoldenTarget: TargetType {
  var baseURL: URL
  var path: String
  var method: Moya.Method
  var headers: [String: String]?
  var task: Task
  var validationType = ValidationType.none
  var sampleData = Data()
  var name = ""

  /// - Parameter folder: where files to upload are written, and downloads go.
  init(_ row: GoldenValue, host: String, folder: URL, run: String = "run") throws {
    func text(_ key: String) -> String {
      (row[key]?.string ?? "").replacing("{{HOST}}", with: host).replacing("$RUN", with: run)
    }
    try row.only(
      ["authorization_type", "base_url", "headers", "method", "path", "sample_data", "task", "validation"], at: "target"
    )
    guard let base = URL(string: text("base_url")), let task = row["task"] else { throw NotUnderstood("\(row)") }
    baseURL = base
    path = text("path")
    method = Moya.Method(rawValue: text("method"))
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

/// The same with an authorization type, which may be nil.
@dynamicMemberLookup
struct GoldenAuthorizableTarget: TargetType, AccessTokenAuthorizable {
  let inner: GoldenTarget
  let authorizationType: AuthorizationType?

  init(_ inner: GoldenTarget, type: GoldenValue?) throws {
    self.inner = inner
    if let type, let custom = type["custom"]?.string {
      try type.only(["custom"], at: "authorization_type")
      authorizationType = .custom(custom)
    } else {
      let type: GoldenValue? = type == .null ? nil : type
      authorizationType = try type.meaning([nil: nil, "bearer": .bearer, "basic": .basic], at: "authorization_type")
    }
  }

  subscript<Value>(dynamicMember path: KeyPath<GoldenTarget, Value>) -> Value { inner[keyPath: path] }

  var baseURL: URL { inner.baseURL }
  var path: String { inner.path }
  var method: Moya.Method { inner.method }
  var headers: [String: String]? { inner.headers }
  var task: Task { inner.task }
  var validationType: ValidationType { inner.validationType }
  var sampleData: Data { inner.sampleData }
}
