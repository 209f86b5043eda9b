/// An answer: status, body, and where they came from.
public final class Response: Sendable {
  public let statusCode: Int
  /// The body, decoded. Empty for a download.
  public let data: Data
  public let request: URLRequest?
  public let response: HTTPURLResponse?
  /// How long the parts of the exchange took; `nil` for a stub.
  public let metrics: TransferMetrics?
  /// Where a download is.
  public let fileURL: URL?

  public init(
    statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil,
    metrics: TransferMetrics? = nil, fileURL: URL? = nil
  ) {
    self.statusCode = statusCode
    self.data = data
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
