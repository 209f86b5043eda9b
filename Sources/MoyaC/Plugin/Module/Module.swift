import CHooks
import CMoya
import Glibc
import MoyaCore

/// A shared object that contains plugins. A process opens each module once and never closes it.
///
/// Closing a shared object that contains a Swift runtime, threads or Dispatch is unsafe. Therefore the library closes
/// none.
struct Module {
  /// The module's table. It is valid until the process ends.
  let table: UnsafePointer<moya_module>
  let plugins: [PluginTable]

  /// Opens a module.
  ///
  /// - Parameter isTrusted: If true, the file may belong to another user, and other users may be able to write it.
  static func open(_ name: String, isTrusted: Bool) throws(Failure) -> Module {
    let file = try ModuleFile.open(ModulePath.find(name), named: name, isTrusted: isTrusted)
    return try Module(entry: ModuleObjects.entry(of: file, named: name), file: name)
  }

  /// Asks a module for its tables, and checks them.
  ///
  /// - Parameter file: The file's name for messages.
  private init(entry: UnsafeRawPointer, file: String) throws(Failure) {
    let abi = UInt32(MOYA_PLUGIN_ABI)
    let name = "plugin \(file)"
    let (answer, thrown) = Thrown.catching { moya_hook_entry(entry, abi, $0) }
    if let thrown { throw Failure(MOYA_ERROR_PLUGIN_ENTRY, "\(name): \(thrown.sentence("moya_plugin_entry"))") }
    guard let answer else {
      throw Failure(MOYA_ERROR_PLUGIN_ABI, "\(name) declines to serve interface \(PluginTable.shown(abi))")
    }
    func malformed(_ reason: String) -> Failure {
      Failure(MOYA_ERROR_PLUGIN_TABLE, "\(name) is malformed: \(reason)")
    }
    guard UInt(bitPattern: answer) % 8 == 0, moya_is_in_object(answer) else {
      throw malformed("its entry does not give a static table")
    }
    let module = answer.loadUnaligned(as: moya_module.self)
    // This check comes before the other fields are read, because only `size` and `abi` have the same meaning in every
    // version of the interface.
    guard module.abi == abi else {
      throw Failure(
        MOYA_ERROR_PLUGIN_ABI,
        "\(name) speaks plugin interface \(PluginTable.shown(module.abi)), this host \(PluginTable.shown(abi))")
    }
    let size = Int(module.size)
    guard SizedStruct.canBe(size), size >= MemoryLayout<moya_module>.size else {
      throw malformed(SizedStruct.fault(of: moya_module.self, size: size, setBy: "MOYA_MODULE"))
    }
    guard let list = module.plugins else { throw malformed("it has no list of plugins") }
    var plugins: [PluginTable] = []
    while let plugin = list[plugins.count] {
      if plugins.count == Module.mostPlugins { throw malformed("it has more than \(Module.mostPlugins) plugins") }
      plugins.append(try PluginTable(plugin, source: "plugin \(plugins.count + 1) of \(file)"))
    }
    if plugins.isEmpty { throw malformed("it has no plugin") }
    for (index, plugin) in plugins.enumerated() {
      guard let first = plugins[..<index].firstIndex(where: { $0.id == plugin.id }) else { continue }
      throw malformed("its plugins \(first + 1) and \(index + 1) have the same id \(plugin.id)")
    }
    table = answer.assumingMemoryBound(to: moya_module.self)
    self.plugins = plugins
  }

  private static let mostPlugins = 256

  /// Returns the plugin with this id, or the only plugin if `id` is `nil`.
  func plugin(_ id: String?, named name: String) throws(Failure) -> PluginTable {
    let ids = plugins.map(\.id).joined(separator: ", ")
    guard let id else {
      if plugins.count == 1 { return plugins[0] }
      throw Failure(MOYA_ERROR_ARGUMENT, "plugin \(name) has several plugins: set the id to one of \(ids)")
    }
    guard let plugin = plugins.first(where: { $0.id == id }) else {
      throw Failure(
        MOYA_ERROR_ARGUMENT, "plugin \(name) has no plugin \(RequestRules.printable(id)), but it has \(ids)")
    }
    return plugin
  }
}

// MARK: - ModuleObjects

/// The modules that this process has opened.
private enum ModuleObjects {
  private struct Opened {
    var entries: [ModuleFile.Identity: UnsafeRawPointer] = [:]
    /// The loader's handles of all modules.
    var handles: Set<UInt> = []
    /// How often the loader has opened each path. `unique` uses this number to spell the path in a way that the loader
    /// has not seen.
    var counts: [String: Int] = [:]
    /// How many in-memory copies of files the loader has opened (`copyInMemory`). The path of each further copy is
    /// spelled with this number, so that the loader has not seen it.
    var copies = 0
  }

  /// The variable is `nonisolated(unsafe)` because it is only used inside `Fork.guarded`: under a lock, while no fork
  /// can happen. A child that is forked at any time can therefore load plugins too.
  nonisolated(unsafe) private static var opened = Opened()

  /// Returns the entry function of a module's file.
  static func entry(of file: borrowing ModuleFile, named name: String) throws(Failure) -> UnsafeRawPointer {
    let identity = file.identity
    if let known = Fork.guarded({ opened.entries[identity] }) { return known }
    let path = file.path
    let earlier = Fork.guarded { opened.counts[path] ?? 0 }
    var handle = try open(ModuleObjects.unique(path, earlier), named: name)
    Fork.guarded { opened.counts[path] = earlier + 1 }
    guard file.isInPlace else {
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened: it was replaced at this moment")
    }
    // The loader knows files by their inodes. If a file was overwritten in place, the loader returns the object of the
    // old contents. A copy of the file has a new inode, so the copy is opened instead.
    let isOld = Fork.guarded { opened.entries[identity] == nil && opened.handles.contains(handle) }
    if isOld {
      let copy = try file.copyInMemory()
      defer { close(copy) }
      let earlier = Fork.guarded { opened.copies }
      Fork.guarded { opened.copies += 1 }
      handle = try open("/proc/self/" + String(repeating: "./", count: earlier) + "fd/\(copy)", named: name)
    }
    guard let entry = dlsym(UnsafeMutableRawPointer(bitPattern: handle), "moya_plugin_entry") else {
      throw Failure(MOYA_ERROR_PLUGIN_ENTRY, "plugin \(name) has no function moya_plugin_entry")
    }
    let made = UnsafeRawPointer(entry)
    let (known, isFirst) = Fork.guarded {
      let known = opened.entries[identity]
      if known == nil { opened.entries[identity] = made }
      opened.handles.insert(handle)
      return (known ?? made, known == nil)
    }
    // The loader has already registered the module's destructors. The handler is registered after them, so it runs
    // before them.
    if isFirst { ExitHandler.register() }
    return known
  }

  /// Returns the path with one `./` for each earlier opening. The loader has not seen this spelling. For a spelling
  /// that it has seen, it would return the old object and not look at the file.
  private static func unique(_ path: String, _ count: Int) -> String {
    guard count > 0, let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
    return path[...slash] + String(repeating: "./", count: count) + path[path.utf8.index(after: slash)...]
  }

  private static func open(_ path: String, named name: String) throws(Failure) -> UInt {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw Failure(MOYA_ERROR_PLUGIN_OPEN, "plugin \(name) cannot be opened: \(reason)")
    }
    return UInt(bitPattern: handle)
  }
}
