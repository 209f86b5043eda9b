/// What one call is. A face makes it of its own description, a Swift target or a `moya_target`; the engine knows no
/// other description.
///
/// Unchecked: what is in it belongs to the caller and is only handed from one thread to the next, never shared.
package struct Order: @unchecked Sendable {
  /// Makes the request, at once or later. Answers once, from any thread.
  package typealias RequestMaker = (_ answer: @escaping @Sendable (Result<URLRequest, MoyaError>) -> Void) -> Void

  package enum Source {
    case ready(URLRequest)
    /// It was ready, and the flight has it.
    case taken
    case failed(MoyaError)
    case asking(RequestMaker)
  }

  /// What plugins, stub rules and messages may ask about.
  package let subject: any Subject
  package var source: Source
  // `Optional` in full, here and below: what is written with a question mark begins as nil, and the compiler then makes a
  // copy of the whole order at the end of the initializer, 250 instructions of every call.
  /// When a stub answers instead of the network; `nil`: the request is sent.
  package var stub: Optional<StubMoment>
  package var validation: ValidationType
  /// Milliseconds for the whole call, 0: no limit. `nil`: the session's. A request's own limit wins over both.
  package var totalTimeout: Optional<UInt32>
  /// What else differs from the session; `nil`: nothing.
  package var options: Optional<OrderOptions>
  private var rare: Optional<Rare>

  @inline(__always)
  package init(
    _ subject: any Subject, source: consuming Source, stub: StubMoment? = nil, totalTimeout: UInt32? = nil,
    validation: ValidationType = .none, options: OrderOptions? = nil, upload: Upload? = nil,
    download: (any DownloadPlan)? = nil
  ) {
    self.subject = subject
    self.source = source
    self.stub = stub
    self.totalTimeout = totalTimeout
    self.validation = validation
    self.options = options
    let refresh = RefreshScope.ofThisThread
    let saysMore = upload != nil || download != nil || refresh != nil
    rare = saysMore ? Rare(RareValues(upload: upload, download: download, refresh: refresh)) : nil
  }

  /// There is a request, or it is known that there is none.
  package var isMade: Bool { if case .asking = source { false } else { true } }

  /// There is a request.
  package var isReady: Bool { if case .ready = source { true } else { false } }

  /// The request, which the order then no longer holds: a request that is held once is changed in place.
  mutating func takeRequest() -> URLRequest? {
    guard isReady, case .ready(let request) = exchange(&source, with: .taken) else { return nil }
    return request
  }
}

extension Order {
  /// Drops what is sent, and where the response goes.
  mutating func releaseContent() {
    source = .taken
    if rare != nil { changed.values = RareValues(reader: reader, refresh: refresh) }
  }
}

/// What few orders say. In one box, since each flight copies its order.
extension Order {
  package var upload: Upload? {
    get { rare?.values.upload }
    set { if newValue != nil || rare != nil { changed.values.upload = newValue } }
  }

  package var download: (any DownloadPlan)? {
    get { rare?.values.download }
    set { if newValue != nil || rare != nil { changed.values.download = newValue } }
  }

  /// Takes the response as it comes; no flight is shared then.
  package var reader: (any ResponseReader)? {
    get { rare?.values.reader }
    set { if newValue != nil || rare != nil { changed.values.reader = newValue } }
  }

  /// The refresh of a token for whose sake the call is made; no flight is shared then.
  package var refresh: RefreshScope? {
    get { rare?.values.refresh }
    set { if newValue != nil || rare != nil { changed.values.refresh = newValue } }
  }

  struct RareValues {
    var upload: Upload?
    var download: (any DownloadPlan)?
    var reader: (any ResponseReader)?
    var refresh: RefreshScope?
  }

  private final class Rare {
    var values: RareValues

    init(_ values: RareValues) { self.values = values }
  }

  /// The box, for a change; copied first when another order shares it.
  private var changed: Rare {
    mutating get {
      if isKnownUniquelyReferenced(&rare), let rare { return rare }
      let box = Rare(rare?.values ?? RareValues())
      rare = box
      return box
    }
  }
}
