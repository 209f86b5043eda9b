import MoyaTransport

/// One page of a result.
public struct ResponsePage<Value: Sendable>: Sendable {
  public let value: Value
  public let response: Response
  /// The number of the page in this loop, from 1.
  public let number: Int
}

/// A result that has several pages. A loop sends one request for each page.
///
/// The request of a page is sent when the loop asks for it, and never before. Each loop starts with the first page. The
/// loop ends after the last page or an error. If the task is cancelled, the loop throws the error of a cancelled
/// request.
public struct ResponsePages<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = ResponsePage<Value>
  public typealias Failure = MoyaError

  private let first: PageStep<Value>

  init(_ first: PageStep<Value>) { self.first = first }

  public func makeAsyncIterator() -> Iterator { Iterator(first) }

  public struct Iterator: AsyncIteratorProtocol {
    /// Reads the next page. `nil` after the last page.
    private var step: PageStep<Value>?

    fileprivate init(_ first: PageStep<Value>) { step = first }

    public mutating func next() async throws(MoyaError) -> ResponsePage<Value>? { try await next(isolation: nil) }

    /// Waits for the next page. Returns `nil` after the last page.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MoyaError) -> ResponsePage<Value>? {
      guard let current = step else { return nil }
      // After an error there is no next page.
      step = nil
      let result = try await current.read()
      step = result.next
      return result.page
    }
  }
}

// MARK: - PageStep

/// Reads one page, and returns the step that reads the next one.
struct PageStep<Value: Sendable>: Sendable {
  typealias ReadPage = (page: ResponsePage<Value>, next: PageStep<Value>?)
  typealias Read = @Sendable () async throws(MoyaError) -> ReadPage
  /// Sends the request of a page and reads its value. The link is `nil` for the first page.
  typealias Load = @Sendable (_ link: String?) async throws(MoyaError) -> (Value, Response)

  let read: Read

  init(_ read: @escaping Read) { self.read = read }

  /// Returns the step that reads the first of several pages. Each page links to the next page.
  static func linked(_ relation: String, _ load: @escaping Load) -> PageStep {
    PageStep { () async throws(MoyaError) -> ReadPage in
      let (value, response) = try await load(nil)
      let page = ResponsePage(value: value, response: response, number: 1)
      return (page, PageStep.after(page, relation, PageTrail(response.requestedURL), load))
    }
  }

  private static func linked(
    _ relation: String, to link: String, number: Int, _ trail: PageTrail, _ load: @escaping Load
  ) -> PageStep {
    PageStep { () async throws(MoyaError) -> ReadPage in
      let (value, response) = try await load(link)
      let page = ResponsePage(value: value, response: response, number: number)
      return (page, PageStep.after(page, relation, trail, load))
    }
  }

  /// Returns the step after a page. If the page's link cannot be followed, this step throws, so that the loop gets the
  /// page before the error.
  private static func after(
    _ page: ResponsePage<Value>, _ relation: String, _ trail: PageTrail, _ load: @escaping Load
  ) -> PageStep? {
    do throws(MoyaError) {
      guard let link = try page.response.link(relation) else { return nil }
      var trail = trail
      guard trail.append(link) else {
        let fault = TransferError(.invalidURL, "the link \(ShownURL.text(link)) leads to a page that was read before")
        throw .underlying(fault, page.response)
      }
      return linked(relation, to: link, number: page.number + 1, trail, load)
    } catch {
      return PageStep { () async throws(MoyaError) -> ReadPage in throw error }
    }
  }

  /// Returns the step that reads the page of a target. After each page, `next` chooses the target of the next page.
  static func chosen<Target: TargetType>(
    _ target: Target, number: Int = 1, _ next: @escaping @Sendable (ResponsePage<Value>) -> Target?,
    _ load: @escaping @Sendable (Target) async throws(MoyaError) -> (Value, Response)
  ) -> PageStep {
    // As in Moya, a target need not be `Sendable`. Only the task of the loop uses it.
    nonisolated(unsafe) let target = target
    return PageStep { () async throws(MoyaError) -> ReadPage in
      let (value, response) = try await load(target)
      let page = ResponsePage(value: value, response: response, number: number)
      guard let following = next(page) else { return (page, nil) }
      return (page, PageStep.chosen(following, number: number + 1, next, load))
    }
  }
}

// MARK: - PageTrail

/// Finds out whether links lead in a circle. It remembers one URL (Brent's algorithm), so it needs no more memory for
/// more pages.
struct PageTrail: Sendable {
  /// The URL with which `append` compares each later link.
  private var known: String
  /// The number of links since `known`. When it reaches `limit`, the newest link becomes `known`.
  private var count = 0
  private var limit = 1

  init(_ url: String) { known = url }

  /// Notes the link to the next page. Returns false if the links lead in a circle. A circle of several pages is
  /// sometimes found only in its third round.
  mutating func append(_ link: String) -> Bool {
    if link == known { return false }
    count += 1
    if count == limit {
      known = link
      count = 0
      limit *= 2
    }
    return true
  }
}

extension Response {
  /// The URL to which the request was sent first, before any redirect. A response that a plugin supplied may lack the
  /// request. The URL is then read from the first redirect or, if there was none, from the head of the response.
  fileprivate var requestedURL: String {
    request?.urlText ?? response?.metrics?.redirects.first?.urlText ?? response?.urlText ?? ""
  }

  /// Returns the URL of the page that the field Link names with this relation, by the rules of `PageLink`.
  fileprivate func link(_ relation: String) throws(MoyaError) -> String? {
    guard let head = response, let field = head.value(forHTTPHeaderField: "Link") else { return nil }
    do throws(TransferError) {
      return try PageLink.url(relation, in: field, of: head.urlText, requested: requestedURL)
    } catch {
      throw .underlying(error, self)
    }
  }
}
