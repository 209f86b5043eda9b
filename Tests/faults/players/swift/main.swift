// The Swift player: makes the calls that it reads from standard input. Tests/faults/player.py describes the lines.
import Foundation
import Moya

let completions = DispatchQueue(label: "completions")
var provider: MoyaProvider<PlayedTarget>?

// When a task sleeps for the first time, Dispatch opens a descriptor that it never closes. This task opens the
// descriptor, so that no row seems to leak it.
let awake = DispatchSemaphore(value: 0)
_Concurrency.Task.detached {
  try? await _Concurrency.Task.sleep(nanoseconds: 1)
  awake.signal()
}
awake.wait()
say("ready")
while let line = readLine() {
  let words = line.split(separator: " ").map { Words.decoded(String($0)) }
  switch words.first {
  case "provider":
    provider = MoyaProvider<PlayedTarget>(
      callbackQueue: completions, session: Session(configuration: configuration(words.dropFirst())))
    say("provider OK ")
  case "close":
    provider = nil
    say("closed")
  case "call", "start":
    let target = PlayedTarget(words.dropFirst())
    let ended = DispatchSemaphore(value: 0)
    provider?.request(target) { result in
      say(report(target, result))
      target.removeFile()
      say("released \(target.number)")
      ended.signal()
    }
    if words.first == "call" { ended.wait() }
  default: exit(2)
  }
}

/// Prints a line with one write, so that lines of different threads do not mix.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func report(_ target: PlayedTarget, _ result: Result<Response, MoyaError>) -> String {
  var line = "end \(target.number)"
  func add(_ name: String, _ value: some Sequence<UInt8>) { line += " \(name)=" + Words.encoded(value) }
  var answer: Response?
  switch result {
  case .success(let response):
    answer = response
    add("status", "OK".utf8)
  case .failure(let error):
    answer = error.response
    let cause = error.flat.underlyingError as? TransferError
    add("status", (cause.map { Words.status($0.kind) } ?? (error.flat.errorCode == 7 ? "INVALID_URL" : "OTHER")).utf8)
    add("message", (cause?.message ?? error.message).utf8)
  }
  guard let answer else { return line }
  line += " http=\(answer.statusCode) size=\(answer.data.count)"
  add("body", answer.data.prefix(65536))
  if let head = answer.response {
    add("url", (head.url?.absoluteString ?? "").utf8)
    for name in target.wanted {
      if let value = head.value(forHTTPHeaderField: name) { add("header.\(name)", value.utf8) }
    }
  }
  return line
}

func configuration(_ words: some Sequence<String>) -> URLSessionConfiguration {
  let configuration = URLSessionConfiguration.af.default
  configuration.allowsBodyInGET = true
  for word in words {
    let (name, value) = Words.pair(word, "=")
    let number = Int(value) ?? 0
    switch name {
    case "connect_timeout_ms": configuration.timeoutIntervalForConnect = Double(number) / 1000
    case "idle_timeout_ms": configuration.timeoutIntervalForRequest = Double(number) / 1000
    case "total_timeout_ms": configuration.timeoutIntervalForResource = Double(number) / 1000
    case "max_connections_per_host": configuration.httpMaximumConnectionsPerHost = number
    case "max_redirects": configuration.maximumRedirects = UInt32(number)
    case "max_body_size": configuration.maximumBodySize = number
    case "ca_file": configuration.certificateAuthorityFile = value
    case "user_agent": configuration.headers.update(name: "User-Agent", value: value)
    case "proxy": configuration.proxy = value
    default: exit(2)
    }
  }
  return configuration
}
