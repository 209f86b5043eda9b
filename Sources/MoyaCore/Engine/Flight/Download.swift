import FoundationEssentials
import Glibc

/// The last step of a download: moves the file from its temporary place to its destination if the answer was accepted,
/// and removes it if not.
enum Download {
  static func temporaryPath(for plan: any DownloadPlan) -> String {
    let folder = plan.folder
    let name = (folder == nil ? "moya-" : ".moya-") + UUID().uuidString
    return (folder ?? FileManager.default.temporaryDirectory).appending(path: name).path
  }

  /// Writes a body that is in memory, of an answer that no server sent, to where a download lies before it is moved.
  static func store(_ content: TransferResponse.Content, for plan: any DownloadPlan) throws(TransferError) -> String {
    let path = temporaryPath(for: plan)
    do { try content.data.write(to: URL(filePath: path), options: .withoutOverwriting) } catch {
      unlink(path)
      throw TransferError(.file, "the download cannot be written: \(path): \(ErrorReason.of(error))")
    }
    return path
  }

  /// - Parameter plan: `nil` when the answer was not accepted.
  /// - Returns: where the file is; `nil` when it is gone.
  static func finish(
    _ transfer: TransferResponse, at path: String, by plan: (any DownloadPlan)?
  ) throws(TransferError) -> URL? {
    let temporary = URL(filePath: path)
    guard let plan, let response = transfer.response else {
      remove(temporary, transfer)
      return nil
    }
    let (target, options): (URL, DownloadRequest.Options)
    do throws(TransferError) { (target, options) = try plan.place(of: temporary, response) } catch {
      remove(temporary, transfer)
      throw error.with(response)
    }
    do {
      if !isSame(target, temporary) { try move(temporary, to: target, options) }
      transfer.downloadHold?.release(keepsFile: false)
      return target
    } catch {
      // A partial download keeps its file: the next attempt finds it complete, and moves it again.
      if let hold = transfer.downloadHold {
        hold.release(keepsFile: true)
      } else {
        try? FileManager.default.removeItem(at: temporary)
      }
      throw TransferError(
        .file, "the download cannot be moved to its destination: \(target.path): \(ErrorReason.of(error))",
        response: response)
    }
  }

  private static func remove(_ file: URL, _ transfer: TransferResponse) {
    try? FileManager.default.removeItem(at: file)
    transfer.downloadHold?.release(keepsFile: false)
  }

  private static func move(_ file: URL, to target: URL, _ options: DownloadRequest.Options) throws {
    let files = FileManager.default
    if options.contains(.createIntermediateDirectories) {
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    guard options.contains(.removePreviousFile) else {
      // In one step, which fails when something has come there meanwhile; not every file system knows links.
      if link(file.path, target.path) == 0 { unlink(file.path) } else { try files.moveItem(at: file, to: target) }
      return
    }
    // Moved into the target's folder first, which may mean a copy: if that fails for lack of room, the previous file is
    // still there.
    let beside = target.deletingLastPathComponent().appending(path: "moya-\(UUID().uuidString)")
    do { try files.moveItem(at: file, to: beside) } catch {
      try? files.removeItem(at: beside)
      throw error
    }
    if rename(beside.path, target.path) == 0 { return }
    do {
      // The target is a folder, which `rename` does not replace by a file.
      try files.removeItem(at: target)
      try files.moveItem(at: beside, to: target)
    } catch {
      try? files.moveItem(at: beside, to: file)
      throw error
    }
  }

  /// Do both name one place? Links in the folder's path are resolved. True for a partial download that is continued at
  /// its destination, and needs no move.
  private static func isSame(_ left: URL, _ right: URL) -> Bool { place(left) == place(right) }

  private static func place(_ file: URL) -> [String] {
    let file = file.standardizedFileURL
    return [file.deletingLastPathComponent().resolvingSymlinksInPath().path, file.lastPathComponent]
  }
}

extension TransferError {
  fileprivate func with(_ response: HTTPURLResponse) -> TransferError {
    var error = self
    error.response = response
    return error
  }
}

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
