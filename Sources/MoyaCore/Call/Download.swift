import FoundationEssentials

/// The last step of a download: from its temporary name to its destination, only when the answer was accepted.
enum Download {
  static func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "moya-\(UUID().uuidString)").path
  }

  /// - Returns: where the file is; `nil` when it was not accepted and is gone.
  static func finish(
    _ path: String, transfer: TransferResponse, accepted: Bool, to destination: DownloadDestination?
  ) throws(TransferError) -> URL? {
    let temporary = URL(filePath: path)
    let files = FileManager.default
    guard accepted, let destination, let response = transfer.response else {
      try? files.removeItem(at: temporary)
      return nil
    }
    let (target, options) = destination(temporary, response)
    do {
      if options.contains(.createIntermediateDirectories) {
        try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      if options.contains(.removePreviousFile), files.fileExists(atPath: target.path) {
        try files.removeItem(at: target)
      }
      try files.moveItem(at: temporary, to: target)
      return target
    } catch {
      try? files.removeItem(at: temporary)
      throw TransferError(.file, "the download cannot be moved to its destination: \(error)", response: response)
    }
  }
}
