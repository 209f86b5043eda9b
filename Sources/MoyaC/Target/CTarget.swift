import CMoya
import Glibc
import MoyaCore

/// A `moya_target` as the core knows targets: one operation, copied from the caller's description, for one call.
///
/// Unchecked: immutable but for the slots, which belong to hooks that never overlap.
final class CTarget: TargetType, @unchecked Sendable {
  let name: String
  let request: URLRequest
  let sample: StubSample?
  let stub: Stub
  /// Milliseconds for the whole call.
  let totalTimeout: UInt32
  let user: UnsafeMutableRawPointer?
  private let labels: [String]
  private(set) lazy var slots = PluginSlots()

  enum Stub: Equatable {
    case never
    case immediate
    case delayed(milliseconds: UInt32)
  }

  /// Reads the whole description; keeps no pointer of it but those that are the caller's to keep valid.
  init(_ pointer: UnsafePointer<moya_target>?, defaults: CallDefaults) throws(Failure) {
    let target = try moya_target(copying: pointer)
    // First, since it takes over `release`. An error of it is thrown below, where the message can name the target.
    let task = Result { () throws(Failure) in try TargetTask(target.task) }
    name = target.name == nil ? "unnamed" : try String(target.name, named: "moya_target.name")
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
      self.request = request
      labels = try CTarget.labels(target)
      sample = try StubSample(target.sample)
      stub = try Stub(target.stub, delay: target.stub_delay_ms, named: "moya_target.stub") ?? defaults.stub
    } catch {
      throw error.about(name)
    }
    totalTimeout = target.timeout_ms == 0 ? defaults.totalTimeout : target.timeout_ms
    user = target.user
  }

  /// Reads only what must be given back: a task's bytes.
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

  func hasTag(_ tag: UnsafePointer<CChar>) -> Bool { labels.contains { strcmp($0, tag) == 0 } }

  // For plugins written in Swift; the request was made without these.
  var baseURL: URL { URL(string: request.urlText) ?? URL(filePath: "/") }
  var path: String { "" }
  var method: Method { HTTPMethod(rawValue: request.httpMethod ?? "GET") }
  var tags: Set<String> { Set(labels) }
}

extension CTarget.Stub {
  /// `nil`: the default.
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
  /// The same, said of a target.
  func about(_ target: String) -> Failure {
    var failure = self
    failure.message = "\(target): \(message)"
    failure.target = target
    return failure
  }
}

extension CTarget {
  /// `target as? CTarget`, in a tenth of the time.
  static func of(_ target: any TargetType) -> CTarget? {
    func open<Target: TargetType>(_ target: Target) -> CTarget? {
      guard Target.self == CTarget.self else { return nil }
      return withUnsafePointer(to: target) { UnsafeRawPointer($0).load(as: CTarget.self) }
    }
    return open(target)
  }

  /// The result of an immediate stub that meets no plugin.
  func answeredInPlace() -> Result<Response, MoyaError> {
    guard let sample else { return .failure(.underlying(MissingSample(), nil)) }
    return StubBackend.result(for: request) { sample.answer(to: request.urlText) }
  }

  fileprivate static func answer(of target: any TargetType) -> Result<TransferResponse, TransferError> {
    guard let target = CTarget.of(target), let sample = target.sample else {
      return .failure(TransferError(.other, "the target has no sample"))
    }
    return sample.answer(to: target.request.urlText)
  }
}

extension StubBackend {
  /// Answers with the target's `moya_sample`.
  static let sample = StubBackend.sample(.atOnce)

  static func sample(_ moment: Moment, executor: any Executor = DirectExecutor.shared) -> StubBackend {
    StubBackend(moment, executor: executor) { CTarget.answer(of: $0.target) }
  }
}
