import CHooks
import CLinux
import CMoya
import Glibc
import MoyaCore

/// The file of a module. It stays open, so that all checks examine the same file even if the path gets a new file.
struct ModuleFile: ~Copyable {
  /// The path without symbolic links.
  let path: String
  /// The path as the caller gave it, for messages.
  private let name: String
  private let descriptor: Int32
  let identity: Identity

  /// Two files have different identities. If the contents of a file change, its identity changes too.
  struct Identity: Hashable {
    private let device, inode, size: UInt64
    private let modified, changed: [Int]

    fileprivate init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = UInt64(bitPattern: Int64(status.st_size))
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
  }

  /// Opens a file and checks it, without running any of its code.
  ///
  /// - Parameter isTrusted: If true, the file may belong to another user, and other users may be able to write it.
  static func open(_ given: String, named name: String, isTrusted: Bool) throws(Failure) -> ModuleFile {
    guard let resolved = realpath(given, nil) else {
      throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened", errno: errno)
    }
    let valid = String(validatingCString: resolved)
    free(resolved)
    guard let path = valid else {
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened: its path is not UTF-8")
    }
    // Opening a FIFO or a terminal must neither wait nor change this process.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened", errno: errno)
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let file = ModuleFile(path: path, name: name, descriptor: descriptor, identity: Identity(status))
    guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened: it is not a file")
    }
    if !isTrusted, let fault = ModuleAccess.danger(of: status) ?? ModuleAccess.danger(from: given, to: path) {
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) is not opened: \(fault)")
    }
    do throws(ELFFile.Fault) {
      try ELFFile(descriptor, size: Int(status.st_size)).checkExports(function: "moya_plugin_entry")
    } catch {
      throw Failure(error.status, "plugin \(name) \(error.sentence)")
    }
    return file
  }

  private init(path: String, name: String, descriptor: Int32, identity: Identity) {
    self.path = path
    self.name = name
    self.descriptor = descriptor
    self.identity = identity
  }

  deinit { close(descriptor) }

  /// True if the path still leads to this file, with the same contents.
  var isInPlace: Bool {
    var status = stat()
    return stat(path, &status) == 0 && Identity(status) == identity
  }

  /// Copies the file into memory and returns a descriptor of the copy, which the caller closes.
  func copyInMemory() throws(Failure) -> Int32 {
    let copy = memfd_create("moya-plugin", moya_memfd_close_on_exec)
    guard copy >= 0 else { throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be copied", errno: errno) }
    var offset: off_t = 0
    while true {
      let count = sendfile(copy, descriptor, &offset, 1 << 20)
      if count == 0 { return copy }
      if count < 0 {
        let number = errno
        if number == EINTR { continue }
        close(copy)
        throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be copied", errno: number)
      }
    }
  }
}

// MARK: - ModulePath

/// Finds the file of a module by its name.
enum ModulePath {
  /// Returns the path of a module. A name without a slash is looked for in the folders for plugins.
  static func find(_ name: String) throws(Failure) -> String {
    if name.utf8.contains(0x2F) { return name }
    let folders = folders
    if !name.isEmpty, name != ".", name != ".." {
      for folder in folders {
        for file in ["\(folder)/\(name)", "\(folder)/\(name).so"] where isFile(file) { return file }
      }
    }
    let places = folders.isEmpty ? "there is no folder for plugins" : "it is not in \(folders.joined(separator: ", "))"
    throw Failure(
      MOYA_ERROR_PLUGIN_OPEN,
      "plugin \(name) cannot be opened: \(places). The path of a file needs a slash: ./\(name)")
  }

  /// The absolute folders of MOYA_PLUGIN_PATH, and the folder next to this library.
  private static var folders: [String] {
    var folders: [String] = []
    if let path = secure_getenv("MOYA_PLUGIN_PATH") {
      // A folder whose path is not UTF-8 is left out. The path is not repaired, because a repaired path names another
      // folder.
      let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
      folders = bytes.split(separator: 0x3A).compactMap { String(validating: $0, as: UTF8.self) }
        .filter { $0.hasPrefix("/") }
    }
    return folders + [libraryFolder].compactMap(\.self)
  }

  /// The folder moya/plugins next to libmoya.so.
  private static var libraryFolder: String? {
    guard let name = moya_object_of_library(), let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    guard let library = String(validatingCString: path) else { return nil }
    return library.utf8.lastIndex(of: 0x2F).map { "\(library[..<$0])/moya/plugins" }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
