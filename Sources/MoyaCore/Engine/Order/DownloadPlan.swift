import FoundationEssentials

/// Says where the body of an accepted response goes as a file.
package protocol DownloadPlan: AnyObject, Sendable {
  /// Once, when the file is complete.
  /// - Throws: why it goes nowhere; the call ends with this error.
  func place(
    of temporary: URL, _ head: HTTPURLResponse
  ) throws(TransferError) -> (destinationURL: URL, options: DownloadRequest.Options)
  /// Where the file lies until then: on the file system of its place, so that it is moved in one step. `nil`: where
  /// temporary files do.
  var folder: URL? { get }
  /// True: what a stub or a plugin answers is written too, and the body of a response that is not accepted is in the
  /// error. False, as in Moya: neither.
  var takesAll: Bool { get }
}

/// A download as Moya describes it.
///
/// Unchecked: the closure is the caller's, and called once, by the thread that ends the attempt.
package final class DestinationPlan: DownloadPlan, @unchecked Sendable {
  private let destination: DownloadDestination

  package init(_ destination: @escaping DownloadDestination) { self.destination = destination }

  package func place(of temporary: URL, _ head: HTTPURLResponse) -> (
    destinationURL: URL, options: DownloadRequest.Options
  ) { destination(temporary, head) }

  package var folder: URL? { nil }
  package var takesAll: Bool { false }
}
