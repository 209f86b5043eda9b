// Makes calls through plugins of modules, as Tests/plugins/examples.py asks.
//
//   PluginPlayer '[["upper.so", {}], …]' SECONDS      SECONDS: the total timeout of each call
//
// Each line of standard input is a JSON list of calls, which start at the same time: [{"url": …, "method": …,
// "headers": {…}, "body": …}, …]. When a call ends, the program prints one line of JSON. When all calls of the list
// have ended, it prints an empty line. At the end of the input, it closes the plugins.
import Foundation
import Moya
import MoyaPlugins

struct PlayedCall: TargetType, Decodable {
  let url: String
  let verb: String?
  let headers: [String: String]?
  let body: String?

  enum CodingKeys: String, CodingKey {
    case verb = "method"
    case url, headers, body
  }

  // The URL is passed as text, because `URL` changes some URLs.
  var endpoint: Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: Method(rawValue: verb ?? "GET"),
      task: task,
      httpHeaderFields: headers)
  }
  var baseURL: URL { URL(fileURLWithPath: "/") }
  var path: String { "" }
  var task: Moya.Task { body.map { .requestData(Data($0.utf8)) } ?? .requestPlain }
}

/// What a line of output says.
struct Row: Encodable {
  let index: Int
  var status: Int?
  var text: String?
  var cookies: [String] = []
  var error: String?

  init(_ index: Int, _ result: Result<Response, MoyaError>) {
    self.index = index
    switch result {
    case .success(let response):
      status = response.statusCode
      text = String(decoding: response.data, as: UTF8.self)
      cookies = response.response?.headerFields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value) ?? []
    case .failure(let error): self.error = "\(error.underlyingError ?? error)"
    }
  }
}

func show(_ row: Row) throws {
  print(String(decoding: try JSONEncoder().encode(row), as: UTF8.self))
}

let list = try JSONSerialization.jsonObject(with: Data(CommandLine.arguments[1].utf8)) as? [[Any]] ?? []
let plugins = try list.map { entry in
  try ModulePlugin(path: entry[0] as? String ?? "", options: entry[1] as? [String: Any] ?? [:])
}
let configuration = URLSessionConfiguration.af.default
configuration.timeoutIntervalForResource = Double(CommandLine.arguments[2]) ?? 30
let provider = MoyaProvider<PlayedCall>(session: Session(configuration: configuration), plugins: plugins)
while let line = readLine() {
  let calls = try JSONDecoder().decode([PlayedCall].self, from: Data(line.utf8))
  let ended = DispatchSemaphore(value: 0)
  let queue = DispatchQueue(label: "rows")
  for (index, call) in calls.enumerated() {
    provider.request(call, callbackQueue: queue) { result in
      do { try show(Row(index, result)) } catch { print(error) }
      ended.signal()
    }
  }
  for _ in calls { ended.wait() }
  queue.sync {}
  print("")
  fflush(nil)
}
for plugin in plugins { plugin.close() }
