import CMoya

/// The parts of a `moya_provider_options` that have a `release_user`. All are read before anything else may fail, so that each
/// is released exactly once whatever follows; what is wrong with one is told when it is asked for.
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
