import FoundationEssentials

/// A finished exchange.
public struct TransferResponse: Sendable {
  public var statusCode: Int
  // `Optional` in full, here and below: with a question mark the compiler copies the whole once more (`Order`).
  /// The head; nil for a stub that gave only a status and a body.
  public var response: Optional<HTTPURLResponse>
  public var content: Content
  /// Of a download; few responses have one, and all are copied several times.
  private var downloaded: Optional<Downloaded>

  private final class Downloaded: Sendable {
    let path: String?
    let hold: (any DownloadHold)?

    init(_ path: String?, _ hold: (any DownloadHold)?) {
      self.path = path
      self.hold = hold
    }
  }

  /// Where a download was written, still under its temporary name.
  public var downloadedPath: String? {
    get { downloaded?.path }
    set { if newValue != nil || downloaded != nil { downloaded = Downloaded(newValue, downloadHold) } }
  }
  /// The lock on the file of a download that can be resumed: to be released when the file has been moved.
  package var downloadHold: (any DownloadHold)? { downloaded?.hold }

  /// A decoded body, in the form in which it came.
  public enum Content: Sendable {
    case data(Data)
    case buffer(BodyBuffer)

    public var data: Data {
      switch self {
      case .data(let data): data
      case .buffer(let buffer): buffer.data
      }
    }
  }

  /// How the exchange went; `nil` for a stub.
  public var metrics: TransferMetrics? { response?.metrics }

  /// Empty when the body went to a file.
  public var body: Data { content.data }

  public init(statusCode: Int, content: Content) {
    self.statusCode = statusCode
    response = nil
    self.content = content
    downloaded = nil
  }

  package init(
    response: consuming HTTPURLResponse, content: consuming Content, downloadedPath: String? = nil,
    downloadHold: (any DownloadHold)? = nil
  ) {
    statusCode = response.statusCode
    self.response = consume response
    self.content = consume content
    let isDownload = downloadedPath != nil || downloadHold != nil
    downloaded = isDownload ? Downloaded(downloadedPath, downloadHold) : nil
  }

  public init(
    response: HTTPURLResponse, body: Data, downloadedPath: String? = nil
  ) {
    self.init(response: response, content: .data(body), downloadedPath: downloadedPath)
  }
}

// MARK: - DownloadHold

/// The lock on the file of a finished download, which lies where an interrupted one would go on: no other download, of
/// this process or another, uses the file meanwhile. The lock ends with `release`, or with the last reference to it.
package protocol DownloadHold: AnyObject, Sendable {
  /// Call it once: when the file was moved away or removed; with `keepsFile`, when it stays for another attempt.
  func release(keepsFile: Bool)
}
