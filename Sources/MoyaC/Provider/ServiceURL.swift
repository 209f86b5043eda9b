import CMoya
import MoyaCore

/// The base URL of a provider, of the environment in use if there are several.
struct ServiceURL: Sendable {
  private let path: String
  private let query: String

  /// `nil`: the options have none.
  init?(_ options: moya_provider_options) throws(Failure) {
    guard let text = try ServiceURL.text(options) else { return nil }
    do throws(TransferError) { try RequestRules.check(url: URLReference.spelled(text)) } catch {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options.base_url: \(error.message)")
    }
    (path, query) = ServiceURL.parts(of: text)
  }

  private static func text(_ options: moya_provider_options) throws(Failure) -> String? {
    let names = "moya_provider_options.environments"
    let given = try CallerArray(
      options.environments, count: options.environment_count, stride: options.environment_stride,
      named: names)
    let environments = try ServiceSettings.pairs(given, named: names)
    if options.base_url != nil {
      guard environments.isEmpty, options.environment == nil else {
        throw Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options has a base_url, and environments beside it")
      }
      return try String(options.base_url, named: "moya_provider_options.base_url")
    }
    if options.environment == nil {
      if environments.isEmpty { return nil }
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options.environment is NULL: which of environments counts?")
    }
    let wanted = try String(options.environment, named: "moya_provider_options.environment")
    guard let environment = environments.first(where: { $0.name == wanted }) else {
      let known = environments.map(\.name).joined(separator: ", ")
      throw Failure(
        MOYA_ERROR_ARGUMENT,
        "moya_provider_options.environment is \(RequestRules.printable(wanted)), which is none of \(names) (\(known))")
    }
    return environment.value
  }

  /// What stands for the base URL of a target; `nil`: its own does.
  func base(for own: UnsafePointer<CChar>?) throws(Failure) -> String? {
    guard let own else { return joined("") }
    let text = try String(own, excess: MOYA_ERROR_INVALID_REQUEST, named: "moya_target.base_url")
    if ServiceURL.hasScheme(text) { return nil }
    if text.hasPrefix("//") {
      throw Failure(MOYA_ERROR_INVALID_URL, "the URL is not usable: moya_target.base_url has a host, but no scheme")
    }
    return joined(text)
  }

  /// Does it begin with a scheme (RFC 3986 §3.1)? Then it is a URL of its own, if perhaps no usable one.
  private static func hasScheme(_ text: String) -> Bool {
    text.utf8.first { ":/?#".utf8.contains($0) } == UInt8(ascii: ":")
  }

  /// The path behind the path, the query behind the query.
  private func joined(_ relative: String) -> String {
    let own = ServiceURL.parts(of: relative)
    var text = path
    if !own.path.isEmpty {
      if text.hasSuffix("/") { text.removeLast() }
      text += own.path.hasPrefix("/") ? own.path : "/" + own.path
    }
    let queries = [query, own.query].filter { !$0.isEmpty }
    return queries.isEmpty ? text : text + "?" + queries.joined(separator: "&")
  }

  /// Without the fragment, which is never sent.
  private static func parts(of url: String) -> (path: String, query: String) {
    let sent = url.prefix { $0 != "#" }
    let path = sent.prefix { $0 != "?" }
    return (String(path), String(sent.dropFirst(path.count + 1)))
  }
}
