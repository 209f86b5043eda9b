import Synchronization

/// An answer: status, body, and where they came from.
public final class Response: Sendable {
  public let statusCode: Int
  /// The body in the form in which it came; `data` is a view of it.
  package let content: TransferResponse.Content
  /// As the plugins prepared it, with its body.
  public let request: URLRequest?
  /// The head as it was received; `nil` for a stub that gave a status and data.
  public let response: HTTPURLResponse?
  /// The number of the attempt that brought it, 1 for the first; 0: none did, as with an answer of a plugin.
  package let attempt: Int32
  /// Where a download is.
  public let fileURL: URL?
  /// The URL that was asked, where neither `request` nor `response` says it: of a stub of C without a head.
  package let stubURLText: String?
  /// What a binding made of it for its callers, to live as long as this object.
  package let made = AtomicLazyReference<Made>()

  /// The body, decoded. Empty for a download.
  public var data: Data { content.data }
  /// How the exchange went; `nil` for a stub.
  public var metrics: TransferMetrics? { response?.metrics }
  /// How often the request was sent until this answer; 0: the answer is not that of an exchange.
  public var attemptCount: Int { Int(attempt) }

  public convenience init(
    statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil,
    fileURL: URL? = nil
  ) {
    self.init(
      statusCode: statusCode, content: .data(data), request: request, response: response, fileURL: fileURL)
  }

  package init(
    statusCode: Int, content: TransferResponse.Content, request: URLRequest?, response: HTTPURLResponse?,
    attempt: Int = 0, fileURL: URL? = nil, stubURLText: String? = nil
  ) {
    self.statusCode = statusCode
    self.content = content
    self.request = request
    self.response = response
    self.attempt = Int32(truncatingIfNeeded: attempt)
    self.fileURL = fileURL
    self.stubURLText = stubURLText
  }
}

extension Response {
  /// What a binding made of a response; this module does not know its type.
  package final class Made: Sendable {
    package let parts: any AnyObject & Sendable

    package init(_ parts: any AnyObject & Sendable) { self.parts = parts }
  }

  /// What is left of it when a reader has its body.
  var withoutBody: Response {
    Response(
      statusCode: statusCode, content: .data(Data()), request: request, response: response,
      attempt: Int(attempt), fileURL: fileURL, stubURLText: stubURLText)
  }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }
  public var debugDescription: String { description }
}

extension Response: Equatable {
  /// The request does not count.
  public static func == (left: Response, right: Response) -> Bool {
    left.statusCode == right.statusCode && left.data == right.data && left.response == right.response
  }
}
