@testable import MoyaCore

/// Everything that happened to a call, in order.
final class Journal: Sendable {
  private let lines = Protected<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Records every hook, and does what the test says.
final class RecordingPlugin: PluginType {
  let name: String
  let journal: Journal
  var onPrepare: (URLRequest, PluginContext) -> Preparation
  var onProcess: (Result<Response, MoyaError>) -> Result<Response, MoyaError> = { $0 }
  var onRetry: (Result<Response, MoyaError>, PluginContext) -> RetryDecision = { _, _ in .no }

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    onPrepare = { request, _ in
      var request = request
      request.addValue(name, forHTTPHeaderField: "X-Seen")
      return .ready(request)
    }
  }

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    journal.write("\(name).prepare \(context.attempt)")
    return onPrepare(request, context)
  }

  func willSend(_ request: any RequestType, context: PluginContext) {
    journal.write("\(name).willSend \(request.request?.value(forHTTPHeaderField: "X-Seen") ?? "-")")
  }

  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    journal.write("\(name).didReceive \(Journal.brief(result))")
  }

  func process(_ result: Result<Response, MoyaError>, context: PluginContext) -> Result<Response, MoyaError> {
    journal.write("\(name).process \(Journal.brief(result))")
    return onProcess(result)
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    onRetry(result, context)
  }
}

extension Journal {
  static func brief(_ result: Result<Response, MoyaError>) -> String {
    switch result {
    case .success(let response): "\(response.statusCode)"
    case .failure(.underlying(let error as TransferError, _)): "\(error.kind)"
    case .failure(let error): "\(error)"
    }
  }
}
