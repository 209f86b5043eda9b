/// What one call is. A face makes it of its own description, a Swift target or a `moya_target`; the engine knows no
/// other description.
///
/// Unchecked: what is in it belongs to the caller and is only handed from one thread to the next, never shared.
package struct Order: @unchecked Sendable {
  /// Makes the request, at once or later. Answers once, from any thread.
  package typealias RequestMaker = (_ answer: @escaping @Sendable (Result<URLRequest, MoyaError>) -> Void) -> Void

  package enum Source {
    case ready(URLRequest)
    case failed(MoyaError)
    case asking(RequestMaker)
  }

  /// What plugins, stub rules and messages may ask about.
  package let subject: any Subject
  package var source: Source
  /// When a stub answers instead of the network; `nil`: the request is sent.
  package var stub: StubMoment?
  package var upload: Upload?
  package var download: DownloadDestination?
  /// Takes the response as it comes; no flight is shared then.
  package var reader: (any ResponseReader)?
  package var validation: ValidationType
  /// Milliseconds for the whole call, 0: no limit. `nil`: the session's. A request's own limit wins over both.
  package var totalTimeout: UInt32?
  /// What else differs from the session; `nil`: nothing.
  package var options: OrderOptions?

  package init(
    _ subject: any Subject, source: consuming Source, stub: StubMoment? = nil, totalTimeout: UInt32? = nil,
    validation: ValidationType = .none
  ) {
    self.subject = subject
    self.source = source
    self.stub = stub
    self.totalTimeout = totalTimeout
    self.validation = validation
  }

  /// There is a request, or it is known that there is none.
  var isMade: Bool { if case .asking = source { false } else { true } }
}
