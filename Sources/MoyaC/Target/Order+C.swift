import CMoya
import MoyaCore

extension Order {
  /// What a `moya_target` says: all of it is read, and nothing of it is kept but the pointers that are the caller's to
  /// keep valid.
  init(_ pointer: UnsafePointer<moya_target>?, defaults: CallDefaults) throws(Failure) {
    let target = try moya_target(copying: pointer)
    // The task comes first, since reading it takes over `release`. Its error is thrown below, where the message can
    // name the target.
    let task = Result { () throws(Failure) in try TargetTask(target.task) }
    let name = target.name == nil ? "unnamed" : try String(target.name, named: "moya_target.name")
    do throws(Failure) {
      let task = try task.get()
      let url = try RequestURL.text(base: target.base_url, path: target.path, parameters: task.parameters)
      var request = URLRequest(urlText: url, timeoutInterval: defaults.idleSeconds)
      if target.method != nil {
        request.httpMethod = try String(target.method, excess: .invalidRequest, named: "moya_target.method")
      }
      request.headerFields = try HeaderFields(
        target.headers, count: target.header_count, excess: .invalidRequest, named: "moya_target.headers")
      request.body = task.body
      if task.isJSON, !request.headerFields.contains("Content-Type") {
        request.headerFields.append("Content-Type", "application/json")
      }
      let labels = try Order.labels(target)
      let sample = try FixedSample(target.sample)
      let stub = try StubChoice(target.stub, delay: target.stub_delay_ms, named: "moya_target.stub") ?? defaults.stub
      let hasSample = target.sample != nil
      let isMissing = !hasSample && stub.isStub
      let subject = CSubject(
        name: name, labels: labels, sample: sample ?? .none, hasSample: hasSample, user: target.user)
      self.init(subject, source: isMissing ? .failed(.underlying(MissingSample(), nil)) : .ready(request))
      self.stub = stub
      if target.timeout_ms > 0 { totalTimeout = target.timeout_ms }
    } catch {
      throw error.about(name)
    }
  }

  /// Reads only the task, so that its `release` is called.
  static func discard(_ pointer: UnsafePointer<moya_target>) {
    guard let target = try? moya_target(copying: pointer) else { return }
    _ = try? TargetTask(target.task)
  }

  private static func labels(_ target: moya_target) throws(Failure) -> [String] {
    let pointers = try array(target.tags, count: target.tag_count, named: "moya_target.tags")
    var labels: [String] = []
    for (index, pointer) in pointers.enumerated() {
      labels.append(try String(pointer, named: "moya_target.tags[\(index)]"))
    }
    return labels
  }
}

/// What a provider decides for targets that do not say it themselves.
struct CallDefaults: Sendable {
  let stub: StubChoice
  let idleSeconds: Double
}

extension StubChoice {
  /// `nil`: `MOYA_STUB_DEFAULT`, for which the provider decides.
  init?(_ behavior: moya_stub_behavior, delay: UInt32, named name: String) throws(Failure) {
    switch Int(behavior) {
    case MOYA_STUB_DEFAULT: return nil
    case MOYA_STUB_NEVER: self = .never
    case MOYA_STUB_IMMEDIATE: self = .immediate
    case MOYA_STUB_DELAYED: self = .delayed(milliseconds: delay)
    default: throw Failure(.argument, "\(name) is \(behavior), which is none of MOYA_STUB_…")
    }
  }
}

extension Failure {
  /// The same failure, with the target's name in its message.
  func about(_ target: String) -> Failure {
    var failure = self
    failure.message = "\(target): \(message)"
    failure.target = target
    return failure
  }
}
