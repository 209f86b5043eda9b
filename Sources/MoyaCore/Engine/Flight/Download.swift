import FoundationEssentials
import Glibc

/// The last step of a download: moves the file from its temporary place to its destination if the answer was accepted,
/// and removes it if not.
enum Download {
  static func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "moya-\(UUID().uuidString)").path
  }

  /// - Parameter destination: `nil` when the answer was not accepted.
  /// - Returns: where the file is; `nil` when it is gone.
  static func finish(
    _ transfer: TransferResponse, at path: String, to destination: DownloadDestination?
  ) throws(TransferError) -> URL? {
    let temporary = URL(filePath: path)
    guard let destination, let response = transfer.response else {
      try? FileManager.default.removeItem(at: temporary)
      transfer.downloadHold?.release(keepsFile: false)
      return nil
    }
    let (target, options) = destination(temporary, response)
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

  private static func move(_ file: URL, to target: URL, _ options: DownloadRequest.Options) throws {
    let files = FileManager.default
    if options.contains(.createIntermediateDirectories) {
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    guard options.contains(.removePreviousFile) else { return try files.moveItem(at: file, to: target) }
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
