import CMoya
import FoundationEssentials
import Glibc
import MoyaCore
import MoyaHTTP

/// A `moya_download`: the file that receives the body of a response.
final class CDownload: DownloadPlan {
  /// The provider of the call. The function `name` runs as a callback of this provider.
  private let provider: Provider
  /// The file, or the folder in which the file is made (`isFolder`).
  private let url: URL
  private let isFolder: Bool
  private let flags: Flags
  private let name: moya_name_fn?
  /// The library only passes this pointer to `name` and to the release function.
  nonisolated(unsafe) private let user: UnsafeMutableRawPointer?
  /// The object that owns `user`.
  private let kept: KeptBytes?

  private struct Flags: OptionSet {
    let rawValue: UInt32
    static let createFolders = Flags(rawValue: UInt32(MOYA_DOWNLOAD_CREATE_FOLDERS))
    static let replace = Flags(rawValue: UInt32(MOYA_DOWNLOAD_REPLACE))
    static let resume = Flags(rawValue: UInt32(MOYA_DOWNLOAD_RESUME))
    static let anyStatus = Flags(rawValue: UInt32(MOYA_DOWNLOAD_ANY_STATUS))
    static let all: Flags = [.createFolders, .replace, .resume, .anyStatus]
  }

  init(_ given: KeptDownload, provider: Provider) throws(Failure) {
    self.provider = provider
    let download = given.download
    kept = given.kept
    flags = Flags(rawValue: download.flags)
    isFolder = download.folder != nil
    name = download.name
    user = download.user
    guard Flags.all.isSuperset(of: flags) else {
      throw .argument("moya_download.flags has one that is none of MOYA_DOWNLOAD_…")
    }
    guard (download.path == nil) == isFolder else {
      throw .argument("moya_download has \(isFolder ? "both" : "neither") of path and folder")
    }
    if isFolder, flags.contains(.resume) {
      throw .argument("moya_download: MOYA_DOWNLOAD_RESUME needs a path, and not a folder")
    }
    if !isFolder, name != nil { throw .argument("moya_download.name is for a folder") }
    let text =
      isFolder
      ? try String(download.folder, named: "moya_download.folder")
      : try String(download.path, named: "moya_download.path")
    if text.isEmpty { throw .argument("moya_download.\(isFolder ? "folder" : "path") is empty") }
    // `URL` would replace a leading `~` with the path of a home folder, as a shell does.
    let path = text.utf8.first == 0x7E ? "./" + text : text
    url = URL(filePath: path, directoryHint: isFolder ? .isDirectory : .notDirectory).absoluteURL
  }

  /// Returns the target's validation. If the target has no validation, only successful statuses are accepted, because
  /// the program does not want the body of an error response as its file.
  func validation(_ said: ValidationType) throws(Failure) -> ValidationType {
    if flags.contains(.anyStatus) {
      guard case .none = said else {
        throw .argument("moya_download has MOYA_DOWNLOAD_ANY_STATUS, and its target a validation")
      }
      return .none
    }
    if case .none = said { return .successCodes }
    return said
  }

  private var destination: URL { isFolder ? url : url.deletingLastPathComponent() }

  /// The file that stores the bytes of an interrupted download. `nil` if each download starts from the beginning.
  var partial: URL? { flags.contains(.resume) ? URL(filePath: url.path + ".part") : nil }

  /// Checks what can be checked before anything is sent. Returns `nil` if no fault was found.
  func fault() -> TransferError? {
    if !isFolder, let fault = fault(at: url) { return fault }
    // A download that can be resumed writes its `.part` file into the target folder from the start. So the folder is
    // made now.
    if partial != nil, flags.contains(.createFolders) {
      do { try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true) } catch {
        return CDownload.fault(destination, ErrorReason.of(error))
      }
    }
    if let folder, access(folder.path + "/.", W_OK | X_OK) != 0 {
      return CDownload.fault(folder, ErrorNumber.text(errno))
    }
    return nil
  }

  // MARK: The plan

  var takesAll: Bool { true }

  /// The folder of the file. If the download may create this folder and it does not exist, the value is the nearest
  /// folder above it that exists.
  var folder: URL? {
    guard flags.contains(.createFolders) else { return destination }
    var folder = destination
    while access(folder.path, F_OK) != 0, folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    return folder
  }

  func place(of temporary: URL, _ head: HTTPURLResponse) throws(TransferError) -> (
    destinationURL: URL, options: DownloadRequest.Options
  ) {
    let file = isFolder ? url.appending(path: try chosenName(head), directoryHint: .notDirectory) : url
    if let fault = fault(at: file) { throw fault }
    var options = DownloadRequest.Options()
    if flags.contains(.createFolders) { options.insert(.createIntermediateDirectories) }
    if flags.contains(.replace) { options.insert(.removePreviousFile) }
    return (file, options)
  }

  // MARK: Names

  private static let longestName = 255

  private func chosenName(_ head: HTTPURLResponse) throws(TransferError) -> String {
    let suggested = head.suggestedFilename ?? "unknown"
    guard let name else { return try CDownload.checked(suggested) }
    let whole = Response(statusCode: head.statusCode, content: .data(Data()), request: nil, response: head)
    guard let response = try? CResponse(whole) else { throw TransferError(.memory, "no memory for the head") }
    let size = CDownload.longestName + 1
    var bytes = Array(suggested.utf8.prefix(CDownload.longestName)) + [0]
    bytes += Array(repeating: 0, count: size - bytes.count)
    let flow = bytes.withUnsafeMutableBytes { bytes in
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return provider.inCallback { name(user, response.borrowedHandle, text, size) }
    }
    if Int(flow) != MOYA_FLOW_CONTINUE { throw .cancelled }
    return try CDownload.checked(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }

  private static func checked(_ name: String) throws(TransferError) -> String {
    if name.isEmpty || name == "." || name == ".." || name.utf8.contains(0x2F) {
      throw TransferError(.file, "the download cannot be written: '\(name)' is no name of a file")
    }
    return name
  }

  // MARK: Faults

  private func fault(at file: URL) -> TransferError? {
    var status = stat()
    guard lstat(file.path, &status) == 0 else {
      // If a folder does not exist yet, the system does not say that a name within it is too long.
      let isTooLong = errno == ENAMETOOLONG || file.pathComponents.contains { $0.utf8.count > CDownload.longestName }
      return isTooLong ? CDownload.fault(file, ErrorNumber.text(ENAMETOOLONG)) : nil
    }
    // If the path is a link, the target of the link is checked. The download would replace the link, and a link to a
    // device, such as /dev/stdout, must not be lost.
    if status.st_mode & S_IFMT == S_IFLNK { _ = stat(file.path, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: break
    case S_IFDIR: return CDownload.fault(file, "it is a folder")
    default: return CDownload.fault(file, "it is a device, a pipe or a socket")
    }
    return flags.contains(.replace) ? nil : CDownload.fault(file, "a file is there already")
  }

  private static func fault(_ place: URL, _ reason: String) -> TransferError {
    TransferError(.file, "the download cannot be written: \(place.path): \(reason)")
  }
}

/// A caller's download. This struct ensures that the `user` of the download is released.
///
/// Make the struct before anything else can fail, so that `release_user` is called exactly once in every case.
struct KeptDownload {
  let download: moya_download
  let kept: KeptBytes?

  init(_ pointer: UnsafePointer<moya_download>, for provider: Provider?) throws(Failure) {
    download = try moya_download(copying: pointer)
    kept = KeptBytes(download.release_user, download.user, provider: provider)
  }
}

extension moya_download: CallerStruct { static var firstSize: Int { 48 } }
