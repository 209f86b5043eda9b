import Dispatch
import FoundationEssentials

/// Bytes moved so far, with the spelling of Foundation's `Progress`.
public struct TransferProgress: Hashable, Sendable {
  public var completedUnitCount: Int64
  /// −1 until a length is announced.
  public var totalUnitCount: Int64

  public init(completedUnitCount: Int64, totalUnitCount: Int64) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
  }

  /// 0…1; 0 while the total is unknown.
  public var fractionCompleted: Double {
    totalUnitCount > 0 ? min(1, Double(completedUnitCount) / Double(totalUnitCount)) : 0
  }
}

/// When a transfer got how far, in microseconds.
public struct TransferMetrics: Hashable, Sendable {
  /// Until the name was resolved, the connection made, TLS agreed: since the last hop's start. 0: there was no need to.
  public var nameLookup: Int64 = 0
  public var connect: Int64 = 0
  public var tlsHandshake: Int64 = 0
  /// Until the first byte of the answer, and its last: since the request was submitted, waits in line and redirects
  /// included.
  public var firstByte: Int64 = 0
  public var total: Int64 = 0
  public var redirectCount: Int32 = 0
  public var reusedConnection = false

  public init() {}
}

/// A finished exchange.
public struct TransferResponse: Sendable {
  public var statusCode: Int
  /// The head; nil for a stub that gave only a status and a body.
  public var response: HTTPURLResponse?
  public var content: Content
  public var metrics: TransferMetrics?
  /// Where a download was written, still under its temporary name.
  public var downloadedPath: String?
  /// Of a download that an interrupted one could have become: to be released when its file has been moved.
  public var downloadHold: (any DownloadHold)?

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

  /// Empty when the body went to a file.
  public var body: Data { content.data }

  public init(statusCode: Int, content: Content) {
    self.statusCode = statusCode
    self.content = content
  }

  public init(
    response: HTTPURLResponse, content: Content, metrics: TransferMetrics? = nil, downloadedPath: String? = nil,
    downloadHold: (any DownloadHold)? = nil
  ) {
    statusCode = response.statusCode
    self.response = response
    self.content = content
    self.metrics = metrics
    self.downloadedPath = downloadedPath
    self.downloadHold = downloadHold
  }

  public init(
    response: HTTPURLResponse, body: Data, metrics: TransferMetrics? = nil, downloadedPath: String? = nil
  ) {
    self.init(response: response, content: .data(body), metrics: metrics, downloadedPath: downloadedPath)
  }
}

/// Gets the progress and the end of a transfer. Its functions are called on the thread that pumps the loop, one at a
/// time, progress before the end.
public protocol TransferObserver: AnyObject, Sendable {
  func transferDidProgress(_ progress: TransferProgress)
  /// Exactly once, and last.
  func transferDidFinish(_ result: Result<TransferResponse, TransferError>)
  /// An answer is due that is yet to be made: `finish` makes it and ends the transfer, or does nothing if that was
  /// stopped meanwhile. The observer runs it once, where it wants the end. Default: here.
  /// - Parameter queue: the sender's choice for observers that have none; `nil`: here.
  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void)
}

extension TransferObserver {
  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) { finish() }
}

/// Something that can be stopped. Stopping what has ended does nothing.
public protocol Stoppable: AnyObject, Sendable {
  /// From any thread. The observer still gets exactly one end.
  func stop()
}
