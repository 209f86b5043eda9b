import Glibc
import MoyaCore
import MoyaHTTP

/// Writes a trace to standard error if `MOYA_TRACE=1` is in the environment.
///
/// For each request and each result, the trace has a few lines with connections, header sections, sizes and times.
/// Secrets are redacted.
struct TracePlugin: PluginType {
  let secrets: SecretValues

  static var isWanted: Bool { getenv("MOYA_TRACE").map { strcmp($0, "1") == 0 } ?? false }

  func willSend(_ request: any RequestType, target: any TargetType) {
    guard let sent = request.request else { return }
    let url = secrets.redacted(secrets.hidingNames.url(sent.urlText))
    var fields = sent.headerFields
    fields.appendMissing(from: HeaderFields(request.sessionHeaders))
    var lines = ["> \(TargetName.of(target)): \(sent.httpMethod ?? "GET") \(url)"]
    lines += fields.fields.map { ">   \(shown($0))" }
    switch sent.body {
    case .none: break
    case .data(let data): lines.append(">   a body of \(data.count) bytes")
    case .file: lines.append(">   a file as the body")
    case .segments: lines.append(">   a body that is read as it is sent")
    }
    write(lines)
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    let name = TargetName.of(target)
    var response: Response?
    var lines: [String] = []
    switch result {
    case .success(let came): response = came
    case .failure(let error):
      response = error.response
      lines.append("! \(shown(Failure(error, target: name).message))")
    }
    if let response {
      lines.append("< \(name): \(response.statusCode)\(response.metrics.map { ", " + describe($0) } ?? "")")
      lines += (response.response?.headerFields ?? HeaderFields()).fields.map { "<   \(shown($0))" }
    }
    write(lines)
  }

  private func shown(_ text: String) -> String { secrets.redacted(secrets.hidingNames.text(text)) }

  private func shown(_ field: HeaderFields.Field) -> String {
    "\(field.name): \(secrets.redacted(secrets.redaction.value(field.value, ofHeader: field.name)))"
  }

  private func describe(_ metrics: TransferMetrics) -> String {
    let connection =
      metrics.reusedConnection
      ? "a kept connection"
      : "a new connection (name \(time(metrics.nameLookup)), connected \(time(metrics.connect))"
        + (metrics.tlsHandshake > 0 ? ", TLS \(time(metrics.tlsHandshake)))" : ")")
    return "\(metrics.bytesReceived) bytes after \(time(metrics.total)), the first after \(time(metrics.firstByte)), "
      + "\(metrics.httpVersion) from \(metrics.remoteAddress) port \(metrics.remotePort), \(connection)"
  }

  private func time(_ microseconds: Int64) -> String { "\(microseconds / 1000).\(microseconds % 1000 / 100) ms" }

  private func write(_ lines: [String]) {
    StandardError.write(lines.map { "moya: \($0.onOneLine)\n" }.joined())
  }
}
