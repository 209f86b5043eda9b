import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_use")
public func moya_provider_use(
  _ provider: OpaquePointer?, _ use: UnsafePointer<moya_plugin_use>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try PluginUse(use).add(to: Provider.required(provider, named: "provider"))
  }
}

@implementation @_cdecl("moya_provider_add_plugin")
public func moya_provider_add_plugin(
  _ provider: OpaquePointer?, _ plugin: UnsafePointer<moya_plugin>?, _ config: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let plugin else { throw .null("plugin") }
    var use = moya_plugin_use()
    use.plugin = plugin
    use.config = config
    try PluginUse(use).add(to: provider)
  }
}

@implementation @_cdecl("moya_provider_load_plugin")
public func moya_provider_load_plugin(
  _ provider: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let path else { throw .null("path") }
    var use = moya_plugin_use()
    use.path = path
    use.config = config
    try PluginUse(use).add(to: provider)
  }
}

@implementation @_cdecl("moya_provider_enable")
public func moya_provider_enable(
  _ provider: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ on: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try Provider.required(provider, named: "provider").enable(String(name, named: "name"), on)
  }
}

@implementation @_cdecl("moya_provider_plugin_at")
public func moya_provider_plugin_at(
  _ provider: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<moya_str>?,
  _ plugin: UnsafeMutablePointer<UnsafePointer<moya_plugin>?>?
) -> Int32 {
  name?.pointee = moya_str()
  plugin?.pointee = nil
  guard let member = Provider.from(provider)?.plugins.member(at: index) else { return -1 }
  name?.pointee = moya_str(member.nameForC)
  plugin?.pointee = member.table
  return member.isOn ? 1 : 0
}

@implementation @_cdecl("moya_module_open")
public func moya_module_open(
  _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ module: UnsafeMutablePointer<UnsafePointer<moya_module>?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    guard let module else { throw .null("module") }
    module.pointee = nil
    if flags & ~UInt32(MOYA_USE_ANY_FILE) != 0 { throw .argument("flags has an unknown bit") }
    let path = try String(path, named: "path")
    module.pointee = try Module.open(path, isTrusted: flags & UInt32(MOYA_USE_ANY_FILE) != 0).table
  }
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
    try provider.add(id) { () throws(Failure) in
      try BuiltinPlugins(functions, for: provider).make(id, config)
    }
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
