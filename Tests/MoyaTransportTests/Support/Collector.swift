import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Observes one transfer and stores its progress and its ends.
final class Collector: TransferObserver {
  private let heard = Locked<(ends: [Result<TransferResponse, TransferError>], progress: [TransferProgress])>(([], []))
  let ended = Signal()
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }

  func transferDidProgress(_ progress: TransferProgress) {
    heard.with { heard in
      if heard.ends.isEmpty { heard.progress.append(progress) } else { heard.progress.append(.late) }
    }
  }

  func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
    heard.with { $0.ends.append(result) }
    onEnd()
    ended.fire()
  }

  var ends: [Result<TransferResponse, TransferError>] { heard.with { $0.ends } }
  var progress: [TransferProgress] { heard.with { $0.progress } }
  var isEnded: Bool { !ends.isEmpty }

  /// The response; nil if there was no response, or more than one.
  var response: TransferResponse? {
    let ends = ends
    guard ends.count == 1, case .success(let response) = ends[0] else { return nil }
    return response
  }

  var error: TransferError? {
    let ends = ends
    guard ends.count == 1, case .failure(let error) = ends[0] else { return nil }
    return error
  }

  var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
}

extension TransferProgress {
  /// Marks progress that arrived after the end.
  static let late = TransferProgress(completedUnitCount: -99, totalUnitCount: -99)
}

/// A loop that the test itself pumps.
struct Client: ~Copyable {
  let loop: Loop

  init(_ configure: (inout LoopConfiguration) -> Void = { _ in }) throws {
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    configure(&configuration)
    loop = try Loop(configuration: configuration)
  }

  deinit { loop.close() }

  /// Runs one request to its end.
  func send(
    _ url: String, _ method: String = "GET", body: RequestBody = .none, headers: [String: String] = [:],
    _ configure: (inout TransferOptions) -> Void = { _ in }
  ) -> Collector {
    let collector = Collector()
    _ = start(collector, url, method, body: body, headers: headers, configure)
    pump { collector.isEnded }
    return collector
  }

  /// Sends these header fields in this order: "Name: value".
  func send(_ url: String, _ method: String = "GET", lines: [String]) -> Collector {
    let collector = Collector()
    var fields = HeaderFields()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields.append(String(parts[0]), parts.dropFirst().joined().trimmingPrefix(" ").description)
    }
    _ = start(collector, url, method, body: method == "POST" ? .data(Data("a".utf8)) : .none, fields: fields)
    pump { collector.isEnded }
    return collector
  }

  func start(
    _ collector: Collector, _ url: String, _ method: String = "GET", body: RequestBody = .none,
    headers: [String: String] = [:], fields: HeaderFields? = nil,
    _ configure: (inout TransferOptions) -> Void = { _ in }
  ) -> any Stoppable {
    var request = URLRequest(urlText: url)
    request.httpMethod = method
    request.headerFields = fields ?? HeaderFields(headers)
    request.body = body
    var options = TransferOptions()
    configure(&options)
    return loop.start(request, options: options, observer: collector)
  }

  /// Runs turns until `isDone`, at most for a minute. Only a failing test waits that long.
  func pump(_ location: SourceLocation = #_sourceLocation, until isDone: () -> Bool) {
    let deadline = MonotonicClock.now() + 60_000_000
    while !isDone() {
      guard MonotonicClock.now() < deadline else {
        Issue.record("what was waited for did not happen", sourceLocation: location)
        return
      }
      loop.turn(waitingAtMost: 50)
    }
  }
}
