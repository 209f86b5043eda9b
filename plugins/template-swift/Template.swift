// An example plugin. It adds a header field to every request, waits before the request if the option wait_ms is set,
// and counts the calls.
import CMoya
import Synchronization

let plugins: [any Plugin.Type] = [Template.self]

final class Template: PreparingPlugin, ProcessingPlugin {
  static let id = "org.example.template"
  static let version = "1.0.0"
  static let about = "Adds a header field to every request."
  static let license = "MIT"
  static let waits = true
  static let options = [
    Option(name: "value", kind: .text, about: "The value of the field.", preset: #""template""#),
    Option(name: "wait_ms", kind: .int, about: "How long each call waits.", least: 0, most: 60_000),
  ]

  private let value: String
  private let waitMs: Int
  private let calls = Atomic(0)  // hooks of different calls run at the same time

  init(_ setup: borrowing Call) {
    value = setup.optionText("value")
    waitMs = setup.optionInt("wait_ms")
  }

  func prepare(_ call: inout Call) throws -> Answer {
    try call.setRequestHeader("X-Template", value)
    if waitMs == 0 { return .proceed }
    try call.defer().resume(afterMs: waitMs)
    return .pending
  }

  func process(_ call: inout Call) -> Answer {
    let count = calls.add(1, ordering: .relaxed).newValue
    call.log(MOYA_LOG_INFO, "call \(count)")
    return .proceed
  }
}
