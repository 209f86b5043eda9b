import Moya
import MoyaTestSupport

/// What a row's plugin does to a request.
struct EndpointPlugin: PluginType {
  let row: GoldenValue
  let host: String

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    var request = request
    let name = row["name"]?.string ?? ""
    let value = (row["value"]?.string ?? "").replacing("{{HOST}}", with: host)
    switch row["kind"]?.string {
    case "set_header": request.setValue(value, forHTTPHeaderField: name)
    case "add_header": request.addValue(value, forHTTPHeaderField: name)
    case "remove_header": request.setValue(nil, forHTTPHeaderField: name)
    case "set_method": request.httpMethod = value
    case "set_url": request.url = URL(string: value)
    case "append_query":
      let url = request.url?.absoluteString ?? ""
      request.url = URL(string: url + (url.contains("?") ? "&" : "?") + value)
    case "set_body": request.httpBody = Data(base64Encoded: row["data_base64"]?.string ?? "")
    default: break  // `make` refuses all other kinds
    }
    return request
  }

  static func make(_ row: GoldenValue, host: String) throws -> any PluginType {
    let keys: Set<String> = try row["kind"].meaning(
      [
        "access_token": ["token"], "set_header": ["name", "value"], "add_header": ["name", "value"],
        "remove_header": ["name"], "set_method": ["value"], "set_url": ["value"], "append_query": ["value"],
        "set_body": ["data_base64"],
      ], at: "plugin")
    try row.only(keys.union(["kind"]), at: "plugin")
    guard row["kind"]?.string == "access_token" else { return EndpointPlugin(row: row, host: host) }
    let token = row["token"]?.string ?? ""
    return AccessTokenPlugin { token.replacing("$PATH", with: $0.path) }
  }
}

/// Stores the request that the last plugin gets.
final class LastSeen: PluginType {
  private let request = Locked<URLRequest?>(nil)
  var current: URLRequest? { request.current }

  func willSend(_ request: any RequestType, target: any TargetType) {
    self.request.with { $0 = request.request }
  }
}
