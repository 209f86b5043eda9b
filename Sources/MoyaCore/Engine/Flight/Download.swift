import FoundationEssentials
import Glibc

/// The last step of a download. If the response was accepted, moves the file from its temporary path to its
/// destination. Otherwise removes the file.
enum Download {
  static func temporaryPath(for plan: any DownloadPlan) -> String {
    let folder = plan.folder
    let name = (folder == nil ? "moya-" : ".moya-") + UUID().uuidString
    return (folder ?? FileManager.default.temporaryDirectory).appending(path: name).path
  }

  /// Writes a body from memory to the temporary path of a download. This is for a response that no server sent.
  static func store(_ content: TransferResponse.Content, for plan: any DownloadPlan) throws(TransferError) -> String {
    let path = temporaryPath(for: plan)
    guard content.data.count <= FileLimit.now else {
      throw TransferError(.file, "the download cannot be written: \(path): \(ErrorNumber.text(EFBIG))")
    }
    do { try content.data.write(to: URL(filePath: path), options: .withoutOverwriting) } catch {
      unlink(path)
      throw TransferError(.file, "the download cannot be written: \(path): \(ErrorReason.of(error))")
    }
    return path
  }

  /// Moves the file of a download to its destination, or removes it.
  /// - Parameter plan: chooses the destination; `nil` if the response was not accepted.
  /// - Returns: where the file is; `nil` if it was removed.
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
      leave(temporary, transfer)
      throw error.with(response)
    }
    do {
      // The path of any other URL could name a file of this machine.
      if !target.isFileURL { throw TransferError(.file, "the URL is not a file URL") }
      if !isSame(target, temporary) { try move(temporary, to: target, options) }
      transfer.downloadHold?.release(keepsFile: false)
      return target
    } catch {
      leave(temporary, transfer)
      throw TransferError(
        .file, "the download cannot be moved to its destination: \(target.path): \(ErrorReason.of(error))",
        response: response)
    }
  }

  /// Ends the use of a file that could not be moved to its destination. If the download can be resumed, the file stays.
  /// If the response had a validator, the next download finds this file complete, and tries again to move it. Any other
  /// file is removed.
  private static func leave(_ file: URL, _ transfer: TransferResponse) {
    if let hold = transfer.downloadHold {
      hold.release(keepsFile: true)
    } else {
      try? FileManager.default.removeItem(at: file)
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
      // `link` fails if another file has appeared at the destination, or if the file system has no links. Then
      // `moveItem` moves the file, or throws if there is another file.
      if link(file.path, target.path) == 0 { unlink(file.path) } else { try files.moveItem(at: file, to: target) }
      return
    }
    // First the file is moved into the target's folder. If the folder is on another file system, this move copies the
    // file. If the copy fails because the disk is full, the target still has its previous file.
    let beside = target.deletingLastPathComponent().appending(path: "moya-\(UUID().uuidString)")
    do { try files.moveItem(at: file, to: beside) } catch {
      try? files.removeItem(at: beside)
      throw error
    }
    if rename(beside.path, target.path) == 0 { return }
    do {
      // The target is a folder, which `rename` does not replace with a file.
      try files.removeItem(at: target)
      try files.moveItem(at: beside, to: target)
    } catch {
      try? files.moveItem(at: beside, to: file)
      throw error
    }
  }

  /// Returns true if both URLs name the same file. Resolves links in the folder's path. A partial download that was
  /// written at its destination needs no move, and its two URLs name the same file.
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

/// Decides where the body of an accepted response is stored as a file.
package protocol DownloadPlan: AnyObject, Sendable {
  /// Returns the destination. Is called once, when the file is complete.
  /// - Throws: why there is no destination. The call ends with this error.
  func place(
    of temporary: URL, _ head: HTTPURLResponse
  ) throws(TransferError) -> (destinationURL: URL, options: DownloadRequest.Options)
  /// The folder of the temporary file. It should be on the file system of the destination, so that the move is one
  /// step. `nil` means the system's temporary folder.
  var folder: URL? { get }
  /// If true, a response from a stub or a plugin is also written to the file, and the error for a rejected response
  /// contains the body of that response. If false, as in Moya, the library does neither.
  var takesAll: Bool { get }
}

/// A download to the place that the target's closure returns, as in Moya.
package final class DestinationPlan: DownloadPlan {
  private let destination: DownloadDestination

  package init(_ destination: @escaping DownloadDestination) { self.destination = destination }

  package func place(of temporary: URL, _ head: HTTPURLResponse) -> (
    destinationURL: URL, options: DownloadRequest.Options
  ) { destination(temporary, head) }

  package var folder: URL? { nil }
  package var takesAll: Bool { false }
}
