/// Whether a request to which no answer came goes out once more, and when. Over HTTP/2 only, where a connection's end
/// takes many requests with it.
///
/// Resends are bounded: by the total timeout, by ten times, and by how often one was in vain, that is, no other call to
/// the host got an answer meanwhile either.
struct Resends {
  /// Why there was no answer.
  enum Cause {
    /// The server has not processed the request (RFC 9113 §8.7), so that its method does not matter. libcurl has sent
    /// it six times.
    case refused
    /// The connection broke, and repeating the request does no harm (RFC 9110 §9.2.2). `isRepeated`: libcurl has sent
    /// it twice.
    case broken(isRepeated: Bool)

    fileprivate var mostInVain: Int {
      switch self {
      case .refused: 3
      case .broken(let isRepeated): isRepeated ? 0 : 1
      }
    }
  }

  private static let most = 10
  /// Microseconds before each: a server that refuses may have room once it has answered the requests that it took.
  private static let pauses: [UInt64] = [20_000, 80_000, 320_000]

  private(set) var count = 0
  private var inVain = 0
  /// What the host had answered when the request went out.
  private var answers: UInt64

  /// - Parameter answers: of its host, so far.
  init(answers: UInt64 = 0) { self.answers = answers }

  /// Microseconds after which the request goes out once more; nil: it does not.
  mutating func next(_ cause: Cause, answers: UInt64) -> UInt64? {
    inVain = answers == self.answers ? inVain + 1 : 0
    self.answers = answers
    guard count < Resends.most, inVain <= cause.mostInVain else { return nil }
    count += 1
    if case .broken = cause, count == 1 { return 0 }
    return Resends.pauses[min(count, Resends.pauses.count) - 1]
  }
}
