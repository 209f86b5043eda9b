import FoundationEssentials

/// The result of a transfer that succeeded: the head of the response, and its body or the file with its body.
public struct TransferResponse: Sendable {
  public var statusCode: Int
  // The type is written as `Optional`, here and below. If it were written with a question mark, the compiler would copy
  // the whole response once more at the end of the initializer (see `CallDescription`).
  /// The head. `nil` for a stub that consists of a status and a body only.
  public var response: Optional<HTTPURLResponse>
  public var content: Content
  /// The file of a download. It is in a separate object, because few responses have a file and all responses are copied
  /// several times.
  private var downloaded: Optional<Downloaded>

  private final class Downloaded: Sendable {
    let path: String?
    let hold: (any DownloadHold)?

    init(_ path: String?, _ hold: (any DownloadHold)?) {
      self.path = path
      self.hold = hold
    }
  }

  /// The path of the file to which a download was written. The file still has its temporary name.
  public var downloadedPath: String? {
    get { downloaded?.path }
    set { if newValue != nil || downloaded != nil { downloaded = Downloaded(newValue, downloadHold) } }
  }
  /// The lock on the file of a download that can be resumed. Release it when the file has been moved.
  package var downloadHold: (any DownloadHold)? { downloaded?.hold }

  /// A decoded body, either as `Data` or in the buffer in which the transport has collected it.
  public enum Content: Sendable {
    case data(Data)
    case buffer(BodyBuffer)

    public var data: Data {
      switch self {
      case .data(let data): data
      case .buffer(let buffer): buffer.data
      }
    }

    package var isEmpty: Bool {
      switch self {
      case .data(let data): data.isEmpty
      case .buffer(let buffer): buffer.count == 0
      }
    }

    /// Passes the bytes to `body` without copying them. The function is not generic, because the compiler would not
    /// specialize it.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
      switch self {
      case .data(let data): data.withUnsafeBytes { body($0) }
      case .buffer(let buffer): withExtendedLifetime(buffer) { body(buffer.bytes) }
      }
    }
  }

  /// Times and sizes of the transfer. `nil` for a stub.
  public var metrics: TransferMetrics? { response?.metrics }

  /// The decoded body. Empty if the body went to a file.
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

  public init(response: HTTPURLResponse, body: Data, downloadedPath: String? = nil) {
    self.init(response: response, content: .data(body), downloadedPath: downloadedPath)
  }
}

// MARK: - DownloadHold

/// The lock on the file of a finished download that has not been moved to its destination yet. An interrupted download
/// would continue in this file. While the lock is held, no other download of this or another process uses the file. The
/// lock ends with `release`, or with the last reference to it.
package protocol DownloadHold: AnyObject, Sendable {
  /// Releases the lock. Call this once, when the file was moved away or removed. If the file stays for another attempt,
  /// pass true for `keepsFile`.
  func release(keepsFile: Bool)
}
