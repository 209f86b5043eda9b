/// An answer: status, body, and where they came from.
public final class Response: Sendable {
  public let statusCode: Int
  /// The body in the form in which it came; `data` is a view of it.
  package let content: TransferResponse.Content
  /// As the plugins prepared it.
  public let request: URLRequest?
  /// The head as it was received; `nil` for a stub that gave a status and data.
  public let response: HTTPURLResponse?
  /// How long the parts of the exchange took; `nil` for a stub.
  public let metrics: TransferMetrics?
  /// Where a download is.
  public let fileURL: URL?

  /// The body, decoded. Empty for a download.
  public var data: Data { content.data }

  public convenience init(
    statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil,
    metrics: TransferMetrics? = nil, fileURL: URL? = nil
  ) {
    self.init(
      statusCode: statusCode, content: .data(data), request: request, response: response, metrics: metrics,
      fileURL: fileURL)
  }

  package init(
    statusCode: Int, content: TransferResponse.Content, request: URLRequest?, response: HTTPURLResponse?,
    metrics: TransferMetrics? = nil, fileURL: URL? = nil
  ) {
    self.statusCode = statusCode
    self.content = content
    self.request = request
    self.response = response
    self.metrics = metrics
    self.fileURL = fileURL
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
