import CMoya
import Dispatch
import MoyaCore

/// The parts of a `moya_provider_options` that have a `release_user`.
///
/// The library reads all parts before anything else can fail, so that it releases each part exactly once in every case.
/// If a part is invalid, its error is thrown when the part is used.
struct CallerParts {
  let log: Result<HostLog, Failure>?
  let backend: Result<BackendSettings, Failure>?
  let closures: Result<ClosureSettings, Failure>?
  let executor: Result<ExecutorSettings, Failure>?
  let retry: Result<CRetryRule, Failure>?

  init(_ options: moya_provider_options) {
    log = options.log.map { log in Result { () throws(Failure) in try HostLog(log) } }
    backend = options.backend.map { backend in Result { () throws(Failure) in try BackendSettings(backend) } }
    closures = options.closures.map { closures in Result { () throws(Failure) in try ClosureSettings(closures) } }
    executor = options.executor.map { executor in Result { () throws(Failure) in try ExecutorSettings(executor) } }
    retry = options.retry.map { retry in Result { () throws(Failure) in try CRetryRule(retry) } }
  }
}

// MARK: - BackendSettings

/// The contents of a `moya_backend`.
///
/// The class is `@unchecked Sendable` because `provider` is set before the first call, and because any thread may call
/// the caller's functions.
final class BackendSettings: @unchecked Sendable {
  /// The functions are callbacks of this provider. The provider owns these settings and outlives its calls.
  unowned(unsafe) var provider: Provider?
  private let send: moya_request_fn
  private let cancel: moya_request_fn?
  private let context: CallerContext

  init(_ pointer: UnsafePointer<moya_backend>) throws(Failure) {
    let backend = try moya_backend(copying: pointer)
    context = CallerContext(backend.user, release: backend.release_user)
    guard backend.reserved == 0 else { throw .argument("moya_backend.reserved is not 0") }
    guard let send = backend.send else { throw .null("moya_backend.send") }
    self.send = send
    cancel = backend.cancel
  }

  /// Passes a request to the program's backend. The backend gets its own reference to the request.
  func send(_ request: CRequest) {
    provider?.inCallback { send(context.user, request.retainedHandle()) }
  }

  func cancel(_ request: CRequest) {
    guard let cancel else { return }
    provider?.inCallback { cancel(context.user, request.borrowedHandle) }
  }
}

/// A backend that passes requests to the program's backend. The program's backend may forward requests to the network's
/// backend. The engine watches the timeouts of these calls, because the program's backend might not watch them.
final class CBackend: Backend {
  private let settings: BackendSettings
  private let network: any Backend
  private let executor: any Executor

  init(_ settings: BackendSettings, before network: any Backend, executor: any Executor) {
    self.settings = settings
    self.network = network
    self.executor = executor
  }

  /// Says that this backend reads and writes the files of uploads and downloads, so the engine does not. If the
  /// program's backend forwards a request, the network's backend reads and writes the files.
  var traits: BackendTraits { .movesFiles }

  func send(_ exchange: MoyaCore.Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      try RequestRules.check(exchange.request)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
    let way = CRequest.Way(
      forward: { [network] in network.send(exchange.sending($0), observer: $1 ?? observer) },
      // The program's backend may use any thread. The executor passes the result to the thread that completes the call.
      finish: { [executor] outcome in executor.perform { observer.transferDidFinish(outcome) } },
      cancel: { [settings] in settings.cancel($0) }, takesAnswers: true)
    let pending = CRequest(exchange.request, of: exchange.subject, for: settings.provider, way)
    settings.send(pending)
    return pending
  }
}

// MARK: - ClosureSettings

/// The contents of a `moya_closures`.
///
/// The class is `@unchecked Sendable` because `provider` is set before the first call, and because any thread may call
/// the caller's functions.
final class ClosureSettings: @unchecked Sendable {
  /// The functions are callbacks of this provider. The provider owns these settings.
  unowned(unsafe) var provider: Provider?
  private let endpoint: moya_endpoint_fn?
  private let request: moya_request_fn?
  private let context: CallerContext

  init(_ pointer: UnsafePointer<moya_closures>) throws(Failure) {
    let closures = try moya_closures(copying: pointer)
    context = CallerContext(closures.user, release: closures.release_user)
    guard closures.reserved == 0 else { throw .argument("moya_closures.reserved is not 0") }
    endpoint = closures.endpoint
    request = closures.request
  }

  /// Lets the program change a target.
  func change(_ target: inout moya_target) throws(Failure) {
    guard let endpoint, let provider else { return }
    let status = provider.inCallback { endpoint(context.user, &target) }
    if status == moya_status(MOYA_OK) { return }
    let name = status < 0 ? Constants.name(of: status) : nil
    var failure = Failure(MOYA_ERROR_OTHER, "the endpoint closure answered \(name.map { "\($0)" } ?? "\(status)")")
    if name != nil { failure.status = status }
    throw failure
  }

  /// Returns the source of a call's final request. The source asks the program for the final request. The program makes
  /// it from `request`, at once or later. If the program does not change requests, returns `nil`, because `request` is
  /// final.
  func source(_ request: URLRequest, _ subject: any Subject) -> CallDescription.Source? {
    guard let ask = self.request else { return nil }
    return .asking { answer in
      let way = CRequest.Way(
        forward: { request, _ in
          answer(.success(request))
          return nil
        },
        finish: { outcome in
          if case .failure(let error) = outcome { answer(.failure(.underlying(error, nil))) }
        },
        cancel: nil, takesAnswers: false)
      let made = CRequest(request, of: subject, for: self.provider, way)
      self.provider?.inCallback { ask(self.context.user, made.retainedHandle()) }
    }
  }
}

// MARK: - ExecutorSettings

/// The contents of a `moya_executor`.
final class ExecutorSettings: Sendable {
  private let own: moya_enqueue_fn?
  private let context: CallerContext
  private let queue: DispatchQueue?

  init(_ pointer: UnsafePointer<moya_executor>) throws(Failure) {
    let executor = try moya_executor(copying: pointer)
    context = CallerContext(executor.user, release: executor.release_user)
    let kind = Int(executor.kind)
    guard [MOYA_EXECUTOR_LOOP, MOYA_EXECUTOR_QUEUE, MOYA_EXECUTOR_OWN].contains(kind) else {
      throw .argument("moya_executor.kind is \(kind), which is none of MOYA_EXECUTOR_…")
    }
    own = executor.enqueue
    queue = kind == MOYA_EXECUTOR_QUEUE ? DispatchQueue(label: "moya.callbacks") : nil
    if kind == MOYA_EXECUTOR_OWN, own == nil { throw .null("moya_executor.enqueue") }
    if kind != MOYA_EXECUTOR_OWN, own != nil {
      throw .argument("moya_executor.enqueue is given, and its kind is not MOYA_EXECUTOR_OWN")
    }
  }

  var isQueue: Bool { queue != nil }
  var takesJobs: Bool { own != nil }

  /// Returns the Dispatch queue on which a call completes. Returns `nil` if there is no such queue. The call then
  /// completes on the thread that handles the end of the call's request.
  func queue(for end: any WaiterEnd) -> DispatchQueue? {
    guard let queue, end is CallbackEnd else { return nil }
    DispatchUse.begin()
    return queue
  }

  /// Passes a job to the program, which runs it once.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let handle = Job(job).retainedAddress()
    own?(context.user, { job in if let job { Job.taken(at: job).run() } }, handle)
  }

  private final class Job: CObject {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
