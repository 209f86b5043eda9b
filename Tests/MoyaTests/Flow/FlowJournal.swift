import Moya
import MoyaTestSupport

/// What happened in a scenario, in order, and on which thread.
final class FlowJournal: @unchecked Sendable {
  private let lines = Locked<[String]>([])
  /// Each of the test's queues has its name under this key, so code can find out on which queue it runs.
  static let place = DispatchSpecificKey<String>()

  init() { DispatchQueue.main.setSpecific(key: FlowJournal.place, value: "main") }

  var events: [String] { lines.current }

  static var thread: String { DispatchQueue.getSpecific(key: place) ?? "background" }

  static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: place, value: name)
    return queue
  }

  func write(_ who: String, _ hook: String, _ request: String = "", _ detail: String = "") {
    let line = FlowJournal.line(who, hook, request, FlowJournal.thread, detail)
    lines.with { $0.append(line) }
  }

  static func line(_ who: String, _ hook: String, _ request: String, _ thread: String, _ detail: String) -> String {
    "\(who).\(hook) \(request)\(detail.isEmpty ? "" : " \(detail)") @\(thread)"
  }

  // MARK: Our outcomes and Moya's in the same words

  static func brief(_ result: Result<Response, MoyaError>) -> String {
    switch result {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): "\(name(error)) \(error.response.map { "\($0.statusCode)" } ?? "-") \(cause(error))"
    }
  }

  static func name(_ error: MoyaError) -> String {
    switch error {
    case .underlying: "underlying"
    case .requestMapping: "requestMapping"
    case .parameterEncoding: "parameterEncoding"
    case .encodableMapping: "encodableMapping"
    case .statusCode: "statusCode"
    default: "mapping"
    }
  }

  static func cause(_ error: MoyaError) -> String {
    guard case .underlying(let inner, _) = error else { return "-" }
    switch inner {
    case let inner as FlowError: return cause("\(inner.domain) \(inner.code)")
    case let inner as MoyaError: return name(inner)
    case is MultipartError: return "multipartEncoding"
    case let inner as TransferError:
      switch inner.kind {
      case .cancelled: return "cancelled"
      case .invalidRequest: return "invalidRequest"
      case .file: return "fileMove"
      default: return "transfer"
      }
    default: return "?"
    }
  }

  /// Returns the result of an observed event, or the `error` of an observed result, in the words of `brief(_:)`.
  static func brief(observed: GoldenValue?) -> String {
    guard let observed else { return "" }
    if let status = observed["status"]?.int { return "\(status)" }
    let status = observed["response_status"]?.int.map { "\($0)" } ?? "-"
    let name = observed["error"]?.string ?? observed["case"]?.string ?? "?"
    return "\(name) \(status) \(name == "underlying" ? cause(observed: observed["underlying"]) : "-")"
  }

  /// Returns an error in the words of `brief(_:)`, with the URL or the body that it carries.
  static func details(_ error: MoyaError) -> GoldenValue {
    var url: String?
    if case .requestMapping(let text) = error { url = text }
    return .fields([
      "error": brief(.failure(error)), "body": error.response.map { String(decoding: $0.data, as: UTF8.self) },
      "url": url,
    ])
  }

  static func details(observed: GoldenValue?) -> GoldenValue {
    .fields([
      "error": brief(observed: observed), "body": observed?["response_body"]?.string,
      "url": observed?["request_mapping_url"]?.string,
    ])
  }

  private static func cause(observed: GoldenValue?) -> String {
    guard let observed else { return "-" }
    if let domain = observed["domain"]?.string { return cause("\(domain) \(observed["code"]?.int ?? 0)") }
    // Foundation's error for a GET with a file. Alamofire refuses a GET with data itself, but not a GET with a file.
    if observed["underlying"]?["code"]?.int == -1103 { return "invalidRequest" }
    return cause(observed.string ?? observed["case"]?.string ?? "")
  }

  /// Returns one word for a cause that Moya names in several ways. If a sample fails with the error -999, this counts
  /// as a cancel, because URLSession reports a cancel with the same error.
  private static func cause(_ text: String) -> String {
    switch text {
    case "explicitlyCancelled", "NSURLErrorDomain -999": "cancelled"
    case "responseValidationFailed": "statusCode"
    case "urlRequestValidationFailed", "requestAdaptationFailed": "invalidRequest"
    case "multipartEncodingFailed": "multipartEncoding"
    case "downloadedFileMoveFailed": "fileMove"
    case "sessionTaskFailed": "transfer"
    default: text
    }
  }
}

/// An application's own error, as an NSError of this domain and code.
struct FlowError: Error {
  let domain: String
  let code: Int
}
