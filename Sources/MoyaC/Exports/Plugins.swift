import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_add_plugin")
public func moya_provider_add_plugin(
  _ provider: OpaquePointer?, _ table: UnsafePointer<moya_plugin_table>?, _ config: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let table else { throw .null("table") }
    try provider.add { () throws(Failure) in
      try CPlugin(PluginTable(table, source: "the table"), config: settings(config), provider: provider).member
    }
  }
}

@implementation @_cdecl("moya_provider_load_plugin")
public func moya_provider_load_plugin(
  _ provider: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    let path = try String(path, named: "path")
    try provider.add { () throws(Failure) in
      try CPlugin(SharedObject.pluginTable(at: path), config: settings(config), provider: provider).member
    }
  }
}

/// Returns a plugin's settings as the text of a JSON object. If `config` is NULL, the object is empty.
private func settings(_ config: UnsafePointer<CChar>?) throws(Failure) -> String {
  guard let config else { return "{}" }
  let text = try String(config, named: "config")
  guard case .object = try? JSONLookup(Data(text.utf8)).value(at: "") else {
    throw Failure(MOYA_ERROR_ARGUMENT, "config is not a JSON object")
  }
  return text
}

// MARK: - Built-in plugins

@implementation @_cdecl("moya_provider_add_builtin")
public func moya_provider_add_builtin(
  _ provider: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?,
  _ functions: UnsafePointer<moya_builtin>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let functions = try BuiltinFunctions(functions)
    defer { functions.discardUnread() }
    try functions.check()
    let provider = try Provider.required(provider, named: "provider")
    let id = try String(id, named: "id")
    try provider.add { () throws(Failure) in try BuiltinPlugins(functions, for: provider).make(id, config) }
  }
}

@implementation @_cdecl("moya_refresh_answer")
public func moya_refresh_answer(_ refresh: OpaquePointer?, _ token: UnsafePointer<CChar>?) -> moya_status {
  answering(nil) { () throws(Failure) in
    try CRefresh.required(refresh, named: "refresh").succeed(String(token, named: "token"))
  }
}

@implementation @_cdecl("moya_refresh_fail")
public func moya_refresh_fail(
  _ refresh: OpaquePointer?, _ status: moya_status, _ message: UnsafePointer<CChar>?
) -> moya_status {
  answering(nil) { () throws(Failure) in
    try CRefresh.required(refresh, named: "refresh").fail(status, message.map { String(repairing: $0) })
  }
}

@implementation @_cdecl("moya_refresh_run")
public func moya_refresh_run(
  _ refresh: OpaquePointer?, _ work: moya_work_fn?, _ user: UnsafeMutableRawPointer?
) -> moya_status {
  answering(nil) { () throws(Failure) in
    let refresh = try CRefresh.required(refresh, named: "refresh")
    guard let work else { throw .null("work") }
    try refresh.run { work(user) }
  }
}

@implementation @_cdecl("moya_refresh_release")
public func moya_refresh_release(_ refresh: OpaquePointer?) { CRefresh.release(refresh) }
