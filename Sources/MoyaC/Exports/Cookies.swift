import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_cookies")
public func moya_provider_cookies(
  _ provider: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ cookies: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  cookies?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let cookies else { throw .null("cookies") }
    let url = url == nil ? nil : try String(url, named: "url")
    cookies.pointee = try CookieList(provider.cookies(for: url)).retainedHandle()
  }
}

@implementation @_cdecl("moya_cookie_list_count")
public func moya_cookie_list_count(_ cookies: OpaquePointer?) -> Int { CookieList.from(cookies)?.count ?? 0 }

@implementation @_cdecl("moya_cookie_list_at")
public func moya_cookie_list_at(_ cookies: OpaquePointer?, _ index: Int) -> UnsafePointer<moya_cookie>? {
  CookieList.from(cookies)?.at(index)
}

@implementation @_cdecl("moya_cookie_list_release")
public func moya_cookie_list_release(_ cookies: OpaquePointer?) { CookieList.release(cookies) }

@implementation @_cdecl("moya_provider_set_cookie")
public func moya_provider_set_cookie(
  _ provider: OpaquePointer?, _ cookie: UnsafePointer<moya_cookie>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try Provider.required(provider, named: "provider").set(HTTPCookie(cookie))
  }
}

@implementation @_cdecl("moya_provider_clear_cookies")
public func moya_provider_clear_cookies(
  _ provider: OpaquePointer?, _ domain: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    try provider.clearCookies(below: domain == nil ? nil : try String(domain, named: "domain"))
  }
}

@implementation @_cdecl("moya_provider_save_cookies")
public func moya_provider_save_cookies(
  _ provider: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try Provider.required(provider, named: "provider").saveCookies()
  }
}
