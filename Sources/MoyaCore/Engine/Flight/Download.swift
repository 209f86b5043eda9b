import FoundationEssentials
import Glibc

/// The last step of a download: from its temporary place to its destination, only when the answer was accepted.
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
      // What could have been continued can be moved by the next attempt too.
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
    // Beside it first, which may mean a copy: where there is no room for it, the previous file stays.
    let beside = target.deletingLastPathComponent().appending(path: "moya-\(UUID().uuidString)")
    do { try files.moveItem(at: file, to: beside) } catch {
      try? files.removeItem(at: beside)
      throw error
    }
    if rename(beside.path, target.path) == 0 { return }
    do {
      // A folder, which no file replaces.
      try files.removeItem(at: target)
      try files.moveItem(at: beside, to: target)
    } catch {
      try? files.moveItem(at: beside, to: file)
      throw error
    }
  }

  /// A partial download may be continued where it is to be in the end, however its folder is called.
  private static func isSame(_ left: URL, _ right: URL) -> Bool { place(left) == place(right) }

  private static func place(_ file: URL) -> [String] {
    let file = file.standardizedFileURL
    return [file.deletingLastPathComponent().resolvingSymlinksInPath().path, file.lastPathComponent]
  }
}
