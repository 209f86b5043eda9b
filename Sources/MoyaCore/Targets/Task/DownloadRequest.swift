/// Names around a download's destination, as Moya users know them.
public enum DownloadRequest {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

    /// Make the folders of the destination.
    public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
    /// Replace a file that is already there.
    public static let removePreviousFile = Options(rawValue: 1 << 1)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Says where a finished download goes. Gets the temporary file and the answer's head.
  public typealias Destination =
    (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)
}

public typealias DownloadDestination = DownloadRequest.Destination
