import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_create")
public func moya_provider_create(
  _ options: UnsafePointer<moya_provider_options>?, _ provider: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  provider?.pointee = nil
  return answering(error) { () throws(Failure) in
    let settings = try ProviderSettings(options)
    guard let provider else { throw .null("provider") }
    let made = Provider(settings)
    if TracePlugin.isWanted {
      try made.add("moya.trace") { PluginMember(hooks: TracePlugin(secrets: settings.log.secrets)) }
    }
    provider.pointee = made.retainedHandle()
  }
}

@implementation @_cdecl("moya_provider_destroy")
public func moya_provider_destroy(_ provider: OpaquePointer?) {
  guard let known = Provider.from(provider), let provider else { return }
  if HandleCheck.isOn { HandleCheck.takeBack(UnsafeRawPointer(provider), as: Provider.self, in: #function) }
  known.destroy()
}

@implementation @_cdecl("moya_provider_drain")
public func moya_provider_drain(
  _ provider: OpaquePointer?, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try Provider.required(provider, named: "provider").drain(milliseconds: timeout_ms)
  }
}

@implementation @_cdecl("moya_provider_close")
public func moya_provider_close(_ provider: OpaquePointer?) { Provider.from(provider)?.close() }

@implementation @_cdecl("moya_provider_cancel_all")
public func moya_provider_cancel_all(_ provider: OpaquePointer?) { Provider.from(provider)?.cancelAll() }

@implementation @_cdecl("moya_provider_fd")
public func moya_provider_fd(_ provider: OpaquePointer?) -> Int32 { Provider.from(provider)?.fileDescriptor ?? -1 }

@implementation @_cdecl("moya_provider_process")
public func moya_provider_process(
  _ provider: OpaquePointer?, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try Provider.required(provider, named: "provider").process(waitingAtMost: timeout_ms)
  }
}
