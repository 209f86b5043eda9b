import CMoya
import MoyaCore
import MoyaTransport

/// What a `moya_cookie_options` says, with what the files held when the provider was made: each process that uses the
/// provider begins with that.
struct KeptSettings: Sendable {
  private var jar: CookieJar?
  private var jarFile: StateFile?
  private var hosts: StrictHosts?
  private var hostsFile: StateFile?

  init(_ pointer: UnsafePointer<moya_cookie_options>?) throws(Failure) {
    guard let pointer else { return }
    let options = try moya_cookie_options(copying: pointer)
    if options.reserved != 0 { throw Failure(MOYA_ERROR_ARGUMENT, "moya_cookie_options.reserved is not 0") }
    let suffixes = try KeptSettings.suffixes(options.public_suffixes)
    (jar, jarFile) = try KeptSettings.state(
      CookieJar(suffixes: suffixes), options.cookies, options.cookie_file, "cookies", "cookie_file")
    (hosts, hostsFile) = try KeptSettings.state(StrictHosts(), options.hsts, options.hsts_file, "hsts", "hsts_file")
  }

  /// Gives a session's loops what they share.
  func apply(to loop: inout LoopConfiguration) {
    loop.cookies = jar.map { Kept($0, file: jarFile) }
    loop.strictHosts = hosts.map { Kept($0, file: hostsFile) }
  }

  private static func state<State: KeptState>(
    _ empty: State, _ keep: moya_keep, _ path: UnsafePointer<CChar>?, _ name: String, _ pathName: String
  ) throws(Failure) -> (State?, StateFile?) {
    if path != nil, Int(keep) != MOYA_KEEP_FILE {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_cookie_options.\(pathName) is there without MOYA_KEEP_FILE")
    }
    switch Int(keep) {
    case MOYA_KEEP_NOTHING: return (nil, nil)
    case MOYA_KEEP_MEMORY: return (empty, nil)
    case MOYA_KEEP_FILE:
      let path = try String(path, named: "moya_cookie_options.\(pathName)")
      do throws(KeptFault) {
        let file = try StateFile(path)
        return (try Kept.read(empty, from: file), file)
      } catch {
        throw Failure(error, "moya_cookie_options.\(pathName)")
      }
    default:
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_cookie_options.\(name) is \(keep), which is none of MOYA_KEEP_…")
    }
  }

  private static func suffixes(_ path: UnsafePointer<CChar>?) throws(Failure) -> PublicSuffixes {
    guard path != nil else { return .builtin }
    let path = try String(path, named: "moya_cookie_options.public_suffixes")
    do throws(KeptFault) {
      return try PublicSuffixes(path: path)
    } catch {
      throw Failure(error, "moya_cookie_options.public_suffixes")
    }
  }
}

extension Failure {
  /// A file that is named in the options and cannot be used.
  fileprivate init(_ fault: KeptFault, _ name: String) {
    self =
      fault.systemCode == 0
      ? Failure(MOYA_ERROR_ARGUMENT, "\(name) cannot be used: \(fault.reason)")
      : .system(MOYA_ERROR_SYSTEM, "\(name) cannot be read", errno: fault.systemCode)
  }
}
