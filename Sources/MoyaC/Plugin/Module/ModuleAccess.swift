import Glibc
import MoyaCore

/// Finds other users who may change the file of a module, or the folders and links of its path. Such a user could run
/// code in the program.
enum ModuleAccess {
  /// Returns the reason why another user may write the file. Returns `nil` if only root and this user may write it.
  static func danger(of file: stat) -> String? {
    if isForeign(file) { return "it belongs to user \(file.st_uid), not to root or to user \(geteuid())" }
    if file.st_mode & S_IWOTH != 0 { return "all users may write it" }
    // Many systems give each user a group that has no other member, so the user's own group may write the file.
    if file.st_mode & S_IWGRP != 0, file.st_gid != getegid() { return "group \(file.st_gid) may write it" }
    return nil
  }

  private static func isForeign(_ file: stat) -> Bool { file.st_uid != 0 && file.st_uid != geteuid() }

  /// Returns the reason why another user can make the path lead to another file. Returns `nil` if no other user can.
  ///
  /// Follows the path as the system does, from folder to folder and from link to link.
  ///
  /// - Parameter file: The path without symbolic links.
  static func danger(from path: String, to file: String) -> String? {
    let replaced = "it was replaced at this moment"
    // The names on the path that are still to be followed. The next name is at the end.
    var rest = names(of: path)
    if !isAbsolute(path) {
      guard let current = currentFolder else { return replaced }
      rest += names(of: current)
    }
    // The folder that was reached. Its path has no links, and is "" for "/".
    var folder = ""
    var links = 0
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = folder.utf8.lastIndex(of: 0x2F).map { String(folder[..<$0]) } ?? ""
        continue
      }
      var status = stat()
      guard stat(folder.isEmpty ? "/" : folder, &status) == 0 else { return replaced }
      if let fault = danger(ofFolder: status, named: folder.isEmpty ? "/" : folder) { return fault }
      let entry = "\(folder)/\(name)"
      guard lstat(entry, &status) == 0 else { return replaced }
      if status.st_mode & S_IFMT != S_IFLNK {
        folder = entry
        continue
      }
      if isForeign(status) { return "user \(status.st_uid) owns \(entry), a link on its path" }
      links += 1
      guard links <= mostLinks, let next = target(ofLink: entry) else { return replaced }
      if isAbsolute(next) { folder = "" }
      rest += names(of: next)
    }
    return folder.hasBytes(of: file) ? nil : replaced
  }

  /// Returns the reason why another user can replace an entry of a folder. Returns `nil` if there is no reason. In a
  /// folder with the sticky bit, only the owners of the folder and of an entry can replace the entry. Permissions of
  /// groups are not checked.
  private static func danger(ofFolder folder: stat, named name: String) -> String? {
    if isForeign(folder) { return "user \(folder.st_uid) owns \(name), a folder on its path" }
    if folder.st_mode & S_IWOTH != 0, folder.st_mode & S_ISVTX == 0 {
      return "all users may write \(name), a folder on its path"
    }
    return nil
  }

  /// The most links that Linux follows on a path.
  private static let mostLinks = 40

  // MARK: Parts of paths

  /// Returns the names of a path, the last one first.
  private static func names(of path: String) -> [String] {
    path.utf8.split(separator: 0x2F).reversed().map { String(Substring($0)) }
  }

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == 0x2F }

  private static var currentFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }

  /// Returns the path to which a symbolic link leads. Returns `nil` if this path is not UTF-8.
  private static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { room in
      room.assumingMemoryBound(to: CChar.self).baseAddress.map { readlink(path, $0, room.count) } ?? -1
    }
    guard count > 0, count < bytes.count else { return nil }
    return String(validating: bytes[..<count], as: UTF8.self)
  }
}
