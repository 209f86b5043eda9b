import CMoya
import MoyaCore

/// What a `moya_backend` says.
///
/// Unchecked: `provider` is set before the first call, and the functions are the caller's, who makes them for any thread.
final class BackendSettings: @unchecked Sendable {
  /// Whose callbacks the functions are. It keeps these settings, and outlives the calls.
  unowned(unsafe) var provider: Provider?
  private let send: moya_request_fn
  private let cancel: moya_request_fn?
  private let context: CallerContext

  init(_ pointer: UnsafePointer<moya_backend>) throws(Failure) {
    let backend = try moya_backend(copying: pointer)
    context = CallerContext(backend.user, release: backend.release_user)
    guard backend.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_backend.reserved is not 0") }
    guard let send = backend.send else { throw .null("moya_backend.send") }
    self.send = send
    cancel = backend.cancel
  }

  /// The backend gets a reference of its own.
  func send(_ request: CRequest) {
    provider?.inCallback { send(context.user, request.retainedHandle()) }
  }

  func cancel(_ request: CRequest) {
    guard let cancel else { return }
    provider?.inCallback { cancel(context.user, request.borrowedHandle) }
  }
}

/// A backend of the program's in front of the network's. It may have no clock, so that the flight watches the time.
final class CBackend: Backend {
  private let settings: BackendSettings
  private let network: any Backend
  private let executor: any Executor

  init(_ settings: BackendSettings, before network: any Backend, executor: any Executor) {
    self.settings = settings
    self.network = network
    self.executor = executor
  }

  /// What is forwarded may be an upload or a download.
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
      // On the thread of the call's ends, whichever the answer comes from.
      finish: { [executor] outcome in executor.perform { observer.transferDidFinish(outcome) } },
      cancel: { [settings] in settings.cancel($0) }, takesAnswers: true)
    let pending = CRequest(exchange.request, of: exchange.subject, for: settings.provider, way)
    settings.send(pending)
    return pending
  }
}
