import CLinux
import CMoya
import Glibc
import MoyaCore
import MoyaHTTP

/// A plugin's table. It was checked, and copied up to the size that this library knows.
struct PluginTable {
  let table: moya_plugin_table
  let id: String
  /// The place from which the table came, for messages.
  let source: String

  init(_ pointer: UnsafePointer<moya_plugin_table>?, source: String) throws(Failure) {
    guard let bytes = UnsafeRawPointer(pointer) else { throw .null("table") }
    let size = Int(bytes.loadUnaligned(as: UInt32.self))
    let known = MemoryLayout<moya_plugin_table>.size
    guard SizedStruct.canBe(size) else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its size is \(size)")
    }
    let abi = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    guard abi == UInt32(MOYA_PLUGIN_ABI) else {
      throw Failure(MOYA_ERROR_PLUGIN_ABI, "\(source) speaks plugin interface \(abi), this host \(MOYA_PLUGIN_ABI)")
    }
    guard size >= known else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its size is \(size), less than \(known)")
    }
    if SizedStruct.hasUnknownTail(bytes, size: size, known: known) {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) uses a hook that this host does not know (its size is \(size))")
    }
    table = bytes.loadUnaligned(as: moya_plugin_table.self)
    guard table.flags == 0 else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) sets flags that this host does not know")
    }
    guard let id = table.id.flatMap({ String(validatingCString: $0) }), !id.isEmpty else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: it has no id, or one that is not UTF-8")
    }
    if id.utf8.contains(where: ASCII.isControl) {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its id contains a control character")
    }
    self.id = id
    self.source = source
  }
}

// MARK: - SharedObject

/// The shared objects that contain plugins. Each is opened once per process and never closed.
///
/// Closing a shared object that contains a Swift runtime, threads or Dispatch is unsafe. Therefore the library closes
/// none.
enum SharedObject {
  private typealias Entry = @convention(c) (UInt32) -> UnsafePointer<moya_plugin_table>?

  /// The entry point of each opened shared object. The key is the canonical path.
  ///
  /// The variable is `nonisolated(unsafe)` because it is only used inside `Fork.guarded`: under a lock, while no fork
  /// can happen. A child that is forked at any time can therefore load plugins too.
  nonisolated(unsafe) private static var opened: [String: Entry] = [:]

  static func pluginTable(at path: String) throws(Failure) -> PluginTable {
    // If the path had no slash, the loader would search the library path.
    let local = path.utf8.contains(0x2F) ? path : "./" + path
    guard let resolved = realpath(local, nil) else {
      throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(path) cannot be opened", errno: errno)
    }
    defer { free(resolved) }
    let canonical = String(cString: resolved)
    let entry = try entry(of: canonical, named: path)
    guard let table = entry(UInt32(MOYA_PLUGIN_ABI)) else {
      throw Failure(MOYA_ERROR_PLUGIN_ABI, "plugin \(path) declines to serve interface \(MOYA_PLUGIN_ABI)")
    }
    return try PluginTable(table, source: "plugin \(path)")
  }

  private static func entry(of canonical: String, named path: String) throws(Failure) -> Entry {
    if let known = Fork.guarded({ opened[canonical] }) { return known }
    try checkIsSharedObject(canonical, named: path)
    guard let handle = dlopen(canonical, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(path) cannot be opened: \(reason)")
    }
    guard let symbol = dlsym(handle, "moya_plugin_entry") else {
      throw Failure(MOYA_ERROR_PLUGIN_ENTRY, "plugin \(path) has no function moya_plugin_entry")
    }
    let entry = unsafeBitCast(symbol, to: Entry.self)
    Fork.guarded { opened[canonical] = entry }
    return entry
  }

  /// Throws if the file is not a shared object. The loader's own messages for other files vary and are vague.
  private static func checkIsSharedObject(_ canonical: String, named path: String) throws(Failure) {
    let file = open(canonical, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .system(MOYA_ERROR_PLUGIN_OPEN, "plugin \(path) cannot be opened", errno: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(path) cannot be opened: it is not a file")
    }
    var head = [UInt8](repeating: 0, count: 18)
    let count = read(file, &head, head.count)
    guard count == head.count, head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      throw Failure(MOYA_ERROR_PLUGIN_FORMAT, "plugin \(path) is not an ELF file")
    }
    // The field e_type, in the byte order of the file, must be ET_DYN.
    guard head[16] &+ head[17] == 3 else {
      throw Failure(MOYA_ERROR_PLUGIN_FORMAT, "plugin \(path) is an ELF file, but not a shared object")
    }
  }
}
