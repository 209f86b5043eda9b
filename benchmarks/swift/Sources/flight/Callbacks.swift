import Dispatch
import Moya

/// Sends requests with callbacks. Each callback sends the next request.
///
/// The class is `@unchecked Sendable` because only its own queue uses it.
final class Callbacks: @unchecked Sendable {
  static let queue = DispatchQueue(label: "benchmark")
  static let provider = MoyaProvider<User>(callbackQueue: queue)

  private let user: User
  private var toStart: Int
  private var toFinish: Int
  private let finished: () -> Void

  init(_ user: User, _ requests: Int, then finished: @escaping () -> Void) {
    self.user = user
    self.finished = finished
    toStart = requests
    toFinish = requests
  }

  func start(_ inFlight: Int) {
    Callbacks.queue.async { for _ in 0..<inFlight { self.send() } }
  }

  private func send() {
    if toStart == 0 { return }
    toStart -= 1
    Callbacks.provider.request(user) { result in
      check(result)
      self.send()
      self.toFinish -= 1
      if self.toFinish == 0 { self.finished() }
    }
  }
}
