import CMoya
import MoyaCore

extension Order {
  /// What a `moya_target` says: all of it is read, and nothing of it is kept but the pointers that are the caller's to
  /// keep valid.
  init(_ pointer: UnsafePointer<moya_target>?, defaults: CallDefaults) throws(Failure) {
    let target = try moya_target(copying: pointer)
    let kept = KeptBytes(of: target.task)
    let name = target.name == nil ? "unnamed" : try String(target.name, named: "moya_target.name")
    do throws(Failure) {
      let task = try TargetTask(target.task, kept)
      let url =
        if let service = defaults.service {
          try service.url(base: target.base_url) { (base) throws(Failure) in
            try RequestURL.text(base: base, path: target.path, parameters: task.parameters)
          }
        } else {
          try RequestURL.text(base: target.base_url, path: target.path, parameters: task.parameters)
        }
      let method =
        target.method == nil
        ? nil : try String(target.method, excess: MOYA_ERROR_INVALID_REQUEST, named: "moya_target.method")
      var fields = try HeaderFields(
        target.headers, count: target.header_count, stride: target.header_stride, excess: MOYA_ERROR_INVALID_REQUEST,
        named: "moya_target.headers")
      if let service = defaults.service { fields.appendMissing(from: service.fields) }
      if task.isJSON, !fields.contains("Content-Type") { fields.append("Content-Type", "application/json") }
      // `consume`, here and below: the compiler would take another reference to hand each of these on.
      let request = URLRequest(
        urlText: url, method: method, headerFields: consume fields, body: task.body,
        timeoutInterval: defaults.idleSeconds)
      let labels = try Order.labels(target)
      let subject = CSubject(name: name, labels: labels, sample: try FixedSample(target.sample), user: target.user)
      let stub = try StubMoment.of(
        target.stub, delay: target.stub_delay_ms, standard: defaults.stub, named: "moya_target.stub")
      let isMissing = stub != nil && target.sample == nil
      let validation = try ValidationType(target)
      self.init(
        consume subject,
        source: isMissing ? .failed(.underlying(MissingSample(), nil)) : .ready(consume request), stub: stub,
        totalTimeout: target.timeout_ms > 0 ? target.timeout_ms : nil, validation: validation)
    } catch {
      throw error.about(name)
    }
  }

  /// Reads only the task, so that its `release` is called.
  static func discard(_ pointer: UnsafePointer<moya_target>) {
    guard let target = try? moya_target(copying: pointer) else { return }
    _ = KeptBytes(of: target.task)
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
  let stub: StubMoment?
  let idleSeconds: Double
  /// `nil`: targets have nothing in common.
  let service: ServiceSettings?
}

extension StubMoment {
  /// What a caller's `moya_stub_behavior` says; `nil`: no stub answers.
  /// - Parameter standard: what `MOYA_STUB_DEFAULT` stands for.
  static func of(
    _ behavior: moya_stub_behavior, delay: UInt32, standard: StubMoment?, named name: String
  ) throws(Failure) -> StubMoment? {
    switch Int(behavior) {
    case MOYA_STUB_DEFAULT: return standard
    case MOYA_STUB_NEVER: return nil
    case MOYA_STUB_IMMEDIATE: return .immediate
    case MOYA_STUB_DELAYED: return .delayed(milliseconds: delay)
    default: throw Failure(MOYA_ERROR_ARGUMENT, "\(name) is \(behavior), which is none of MOYA_STUB_…")
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
