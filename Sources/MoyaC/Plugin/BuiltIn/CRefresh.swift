import CMoya
import MoyaCore

/// A `moya_refresh`: the question for a new token. When its last reference goes without an answer, it has failed.
final class CRefresh: Handle, Sendable {
  private let rules: AccessTokenRules
  private let answer: @Sendable (Result<String, any Error>) -> Void
  private let isAnswered = Once()
  /// Made where the refresh begins.
  private let scope = RefreshScope.ofThisThread
  private let generation = Fork.generation

  init(_ rules: AccessTokenRules, _ answer: @escaping @Sendable (Result<String, any Error>) -> Void) {
    self.rules = rules
    self.answer = answer
  }

  deinit {
    if generation == Fork.generation, isAnswered.pass() {
      answer(.failure(rules.failure("the refresh was released without an answer")))
    }
  }

  func succeed(_ token: String) throws(Failure) {
    guard ASCII.isFieldValue(token) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "token has a control character")
    }
    try end(.success(token))
  }

  func fail(_ status: moya_status, _ message: String?) throws(Failure) {
    try end(.failure(rules.failure(message ?? "there is no new token", status)))
  }

  /// Runs work of the program's for this refresh, on this thread.
  func run(_ work: () -> Void) throws(Failure) {
    if generation != Fork.generation { throw .inherited("refresh") }
    if let scope { scope.run(work) } else { work() }
  }

  private func end(_ result: Result<String, any Error>) throws(Failure) {
    if generation != Fork.generation { throw .inherited("refresh") }
    guard isAnswered.pass() else { throw Failure(MOYA_ERROR_STATE, "the refresh was answered before") }
    answer(result)
  }
}
