import Moya
import MoyaTestSupport

/// A backend around another one. It adds a header field to each request, and counts the requests.
final class Stamping: Backend {
  private let inner: any Backend
  private let sent = Locked(0)

  init(_ inner: any Backend) { self.inner = inner }

  var count: Int { sent.current }

  var traits: BackendTraits { inner.traits }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    sent.with { $0 += 1 }
    var request = exchange.request
    request.setValue("seven", forHTTPHeaderField: "X-Tenant")
    return inner.send(exchange.sending(request), observer: observer)
  }
}

/// A backend around another one. It stores responses that have an entity tag, and asks the server whether they are
/// still current. If the server sends 304, the backend returns the stored response (RFC 9110 §13.1.2).
final class Revalidating: Backend {
  private let inner: any Backend
  private let kept = Locked<[String: Kept]>([:])

  struct Kept: Sendable {
    let tag: String
    let answer: TransferResponse
  }

  init(_ inner: any Backend) { self.inner = inner }

  var traits: BackendTraits { inner.traits }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    guard exchange.request.httpMethod == "GET" else { return inner.send(exchange, observer: observer) }
    let url = exchange.request.urlText
    let known = kept.with { $0[url] }
    var request = exchange.request
    if let known { request.setValue(known.tag, forHTTPHeaderField: "If-None-Match") }
    let end = End(observer) { answer in
      if answer.statusCode == 304, let known { return known.answer }
      if answer.statusCode == 200, let tag = answer.response?.value(forHTTPHeaderField: "ETag") {
        self.kept.with { $0[url] = Kept(tag: tag, answer: answer) }
      }
      return answer
    }
    return inner.send(exchange.sending(request), observer: end)
  }

  /// Replaces one response with another on the way back.
  private final class End: TransferObserver {
    private let outer: any TransferObserver
    private let replace: @Sendable (TransferResponse) -> TransferResponse

    init(_ outer: any TransferObserver, _ replace: @escaping @Sendable (TransferResponse) -> TransferResponse) {
      self.outer = outer
      self.replace = replace
    }

    func transferDidProgress(_ progress: TransferProgress) { outer.transferDidProgress(progress) }

    func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
      outer.transferDidFinish(result.map(replace))
    }
  }
}
