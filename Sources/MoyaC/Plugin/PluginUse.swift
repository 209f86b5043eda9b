import CMoya
import CThread
import MoyaCore

/// The contents of a `moya_plugin_use`.
struct PluginUse {
  private let use: moya_plugin_use
  private let path: String?
  private let id: String?
  private let name: String?
  private let filter: TagFilter?

  init(_ pointer: UnsafePointer<moya_plugin_use>?) throws(Failure) {
    try self.init(moya_plugin_use(copying: pointer))
  }

  init(_ use: moya_plugin_use) throws(Failure) {
    self.use = use
    let known = UInt32(MOYA_USE_DISABLED | MOYA_USE_ANY_FILE)
    if use.reserved != 0 { throw Failure(MOYA_ERROR_ARGUMENT, "moya_plugin_use.reserved is not 0") }
    if use.flags & ~known != 0 { throw Failure(MOYA_ERROR_ARGUMENT, "moya_plugin_use.flags has an unknown bit") }
    if (use.path == nil) == (use.plugin == nil) {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_plugin_use needs either a path or a plugin")
    }
    func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String? {
      pointer == nil ? nil : try String(pointer, named: "moya_plugin_use.\(name)")
    }
    path = try text(use.path, "path")
    id = try text(use.id, "id")
    name = try text(use.name, "name")
    filter = try TagFilter(only: text(use.only_tag, "only_tag"), not: text(use.not_tag, "not_tag"))
    if let name, name.isEmpty || name.utf8.count > 127 || PluginTable.hasControl(name) {
      throw Failure(
        MOYA_ERROR_ARGUMENT, "moya_plugin_use.name is empty, has more than 127 bytes or has a control character")
    }
  }

  func add(to provider: Provider) throws(Failure) {
    // This check comes first, so that the file of a module is not opened in vain.
    try provider.checkTakesPlugins()
    let table = try table()
    let options = try OptionValues(use.config, for: table)
    let isOn = use.flags & UInt32(MOYA_USE_DISABLED) == 0
    let name = name ?? table.id
    try provider.add(name, isUnique: true, isOn: isOn) { () throws(Failure) in
      try CPlugin(table, name: name, options: options, filter: filter, provider: provider).member(
        longestWait: use.wait_ms)
    }
    if path != nil { moya_fork_turns_first(table.pointer) }
  }

  private func table() throws(Failure) -> PluginTable {
    guard let path else {
      guard let plugin = use.plugin else { throw .null("moya_plugin_use.plugin") }
      let table = try PluginTable(plugin, source: "the table")
      guard id == nil || id == table.id else {
        throw Failure(MOYA_ERROR_ARGUMENT, "moya_plugin_use.id is not the id of the table, \(table.id)")
      }
      return table
    }
    let isTrusted = use.flags & UInt32(MOYA_USE_ANY_FILE) != 0
    return try Module.open(path, isTrusted: isTrusted).plugin(id, named: path)
  }
}

extension moya_plugin_use: CallerStruct {
  static var firstSize: Int { 72 }
}
