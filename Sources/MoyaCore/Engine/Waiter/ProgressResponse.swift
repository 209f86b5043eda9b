/// How far a request is.
public struct ProgressResponse: Sendable {
  /// The answer; only in the last event of a success.
  public let response: Response?
  /// Bytes moved; `nil` before the first.
  public let progressObject: TransferProgress?

  public init(progress: TransferProgress? = nil, response: Response? = nil) {
    self.progressObject = progress
    self.response = response
  }

  /// 0…1. 1 when completed; 0 while the length is unknown.
  public var progress: Double { completed ? 1 : progressObject?.fractionCompleted ?? 0 }

  public var completed: Bool { response != nil }
}
