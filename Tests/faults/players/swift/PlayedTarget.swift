import Foundation
import Moya

/// The target of a row's call.
struct PlayedTarget: TargetType {
  var number = ""
  var url = ""
  var method = Method.get
  var headers: [String: String]? = [:]
  /// Header fields to report.
  var wanted: [String] = []
  private var query: [String: Any] = [:]
  private var data: Data?
  /// The fields that follow the data.
  private var trailers: [HTTPHeader] = []
  /// The data as a file.
  private var file: URL?

  init(_ words: some Collection<String>) {
    number = words.first ?? ""
    var path = ""
    for word in words.dropFirst() {
      let (name, value) = Words.pair(word, "=")
      switch name {
      case "method": method = Method(rawValue: value)
      case "base": url = value
      case "path": path = value
      case "data": data = Data(value.utf8)
      case "as": if value == "file" { file = PlayedTarget.file(of: data ?? Data()) }
      case "want": wanted.append(value)
      case "header":
        let (field, text) = PlayedTarget.field(value)
        headers?[field] = text
      case "trailer":
        let (field, text) = PlayedTarget.field(value)
        trailers.append(HTTPHeader(name: field, value: text))
      case "query":
        let (parameter, text) = Words.pair(value, "=")
        query[parameter] = text
      default: exit(2)
      }
    }
    url += path
  }

  // The URL is passed as text, because a row may hold a text that `URL` refuses.
  var endpoint: Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: method, task: task,
      httpHeaderFields: headers)
  }
  var baseURL: URL { URL(fileURLWithPath: "/") }
  var path: String { "" }
  private static func field(_ line: String) -> (String, String) {
    let (field, text) = Words.pair(line, ":")
    return (field, text.hasPrefix(" ") ? String(text.dropFirst()) : text)
  }
  private static func file(of data: Data) -> URL? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("moya-fault-\(UUID().uuidString)")
    return (try? data.write(to: file)).map { file }
  }
  /// Removes the file of the body. It must be called when the call has ended.
  func removeFile() { if let file { try? FileManager.default.removeItem(at: file) } }

  var task: Moya.Task {
    if let file { return .uploadFile(file) }
    if let data, !trailers.isEmpty {
      let pieces = AsyncStream { pieces in
        for start in stride(from: 0, to: data.count, by: 1000) { pieces.yield(data[start...].prefix(1000)) }
        pieces.finish()
      }
      return .uploadStream(pieces) { [trailers] in HTTPHeaders(trailers) }
    }
    if let data { return .requestData(data) }
    return query.isEmpty ? .requestPlain : .requestParameters(parameters: query, encoding: URLEncoding.queryString)
  }
}
