import Moya
import MoyaTestSupport

/// Records every hook, marks the request, and changes the result as the row says.
final class FlowPlugin: PluginType {
  let name: String
  let change: String
  let journal: FlowJournal

  /// The changes of a result that a row may name.
  static let changes: [String?: String] = [
    nil: "pass", "pass": "pass", "add_1000": "add_1000", "to_failure": "to_failure",
    "to_success_299": "to_success_299", "to_request_mapping": "to_request_mapping",
  ]

  init(_ name: String, change: String, journal: FlowJournal) {
    self.name = name
    self.change = change
    self.journal = journal
  }

  static func id(_ target: any TargetType) -> String { (target as? GoldenTarget)?.name ?? "?" }

  static func marks(_ request: URLRequest?) -> [String] {
    (request?.allHTTPHeaderFields ?? [:]).keys.filter { $0.hasPrefix("X-") }.sorted()
  }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    journal.write(name, "prepare", FlowPlugin.id(target), "\(FlowPlugin.marks(request))")
    var request = request
    request.setValue("1", forHTTPHeaderField: "X-\(name)")
    return request
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    journal.write(name, "willSend", FlowPlugin.id(target), "\(FlowPlugin.marks(request.request))")
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    journal.write(name, "didReceive", FlowPlugin.id(target), FlowJournal.brief(result))
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    journal.write(name, "process", FlowPlugin.id(target), FlowJournal.brief(result))
    switch (change, result) {
    case ("add_1000", .success(let response)):
      return .success(
        Response(
          statusCode: response.statusCode + 1000, data: response.data, request: response.request,
          response: response.response))
    case ("to_failure", .success(let response)): return .failure(.statusCode(response))
    case ("to_success_299", .failure): return .success(Response(statusCode: 299, data: Data("recovered".utf8)))
    case ("to_request_mapping", _): return .failure(.requestMapping("from-\(name)"))
    default: return result
    }
  }
}
