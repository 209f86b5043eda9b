/// What two orders must have in common to be one flight: what is sent, and whatever else the flight and the plugins in
/// it use of its order. What only a waiter uses, such as its queue, is not in here. The hash is kept: a table asks for
/// it twice, and it covers the whole body.
package struct SharingKey: Hashable {
  // The first that is compared: most orders differ here.
  private let hash: Int
  // How the request is prepared, and the response got, waited for and judged.
  private let tags: Set<String>
  private let needsAuth: Bool
  private let authorizationType: AuthorizationType?
  private let validation: ValidationType
  private let stub: StubMoment?
  /// Milliseconds; `nil`: the session's.
  private let idleTimeout: UInt32?
  private let totalTimeout: UInt32?
  private let options: OrderOptions?
  private let content: SentContent

  /// `nil`: the request is not made yet, or cannot be, or a reader or a file of its own takes the response.
  package init?(_ order: borrowing Order) {
    guard case .ready(let request) = order.source, order.reader == nil, order.download?.takesAll != true else {
      return nil
    }
    self.init(order, sending: request)
  }

  /// - Parameter request: what the order comes to, where its own request is yet to be made of it, in the same way for
  ///   all that it may be shared with.
  package init(_ order: borrowing Order, sending request: URLRequest) {
    content = SentContent(request: request, upload: order.upload?.identity, isDownload: order.download != nil)
    tags = order.subject.tags
    needsAuth = order.subject.needsAuth
    authorizationType = order.subject.authorizationType
    validation = order.validation
    options = order.options
    stub = order.stub
    idleTimeout = request.idleTimeout?.milliseconds
    totalTimeout = request.totalTimeout?.milliseconds ?? order.totalTimeout
    var hasher = Hasher()
    hasher.combine(content)
    hash = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// What is sent, and whether the response goes to a file.
struct SentContent: Hashable {
  let request: URLRequest
  /// What is sent besides the request.
  let upload: Upload.Identity?
  let isDownload: Bool
}
