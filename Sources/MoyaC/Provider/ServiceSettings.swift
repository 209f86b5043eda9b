import CMoya
import MoyaCore

/// The part of a `moya_provider_options` that applies to all targets. It is checked and has the form that requests
/// need.
///
/// `ServiceDefaults` has the same role for Swift targets.
final class ServiceSettings: Sendable {
  /// The common header fields: each request gets them, except those whose names it already uses.
  let fields: HeaderFields
  /// The base URL for targets that have no base URL.
  private let base: ServiceURL?
  /// The common parameters: each task gets them, except those whose names it already uses.
  ///
  /// If the task has a form or a JSON tree, the parameters are added to the form or the tree. Otherwise they are added
  /// to the query.
  let parameters: [QueryItems.Item]
  /// The common parameters in the form `name=value`, percent-encoded.
  private let items: [String]

  /// Returns `nil` if the options contain nothing that applies to all targets.
  init?(_ options: moya_provider_options) throws(Failure) {
    base = try ServiceURL(options)
    fields = try ServiceSettings.fields(options)
    let given = try CallerArray(
      options.parameters, count: options.parameter_count, stride: options.parameter_stride,
      named: "moya_provider_options.parameters")
    let pairs = try ServiceSettings.pairs(given, named: "moya_provider_options.parameters", leavesOutNULL: true)
    parameters = pairs.map { (Array($0.name.utf8), Array($0.value.utf8)) }
    items = pairs.map { pair in
      TextBuffer.string { text in
        text.append(pair.name, unless: ASCII.isQueryItem)
        text.append("=")
        text.append(pair.value, unless: ASCII.isQueryItem)
      }
    }
    if base == nil, fields.isEmpty, parameters.isEmpty { return nil }
  }

  /// Makes the URL of a target.
  ///
  /// - Parameters:
  ///   - own: The base URL of the target. `nil` if the target has no base URL.
  ///   - parameters: True if the common parameters go into the query. False if the body contains them.
  ///   - make: Makes the URL of the target from a base URL.
  func url(
    base own: UnsafePointer<CChar>?, parameters: Bool, _ make: (UnsafePointer<CChar>?) throws(Failure) -> String
  ) throws(Failure) -> String {
    let url =
      if let base = try base?.base(for: own) {
        try Array(base.utf8CString).withUnsafeBufferPointer { (text) throws(Failure) in try make(text.baseAddress) }
      } else {
        try make(own)
      }
    return parameters ? adding(to: url) : url
  }

  /// Adds the common parameters to the query of a URL. Leaves out a parameter whose name the query already contains.
  private func adding(to url: String) -> String {
    if parameters.isEmpty { return url }
    let own = Set(QueryItems.of(url).map(\.name))
    let missing = zip(parameters, items).filter { !own.contains($0.0.name) }.map(\.1)
    if missing.isEmpty { return url }
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let sent = url[..<fragment]
    let separator = !sent.contains("?") ? "?" : sent.hasSuffix("?") || sent.hasSuffix("&") ? "" : "&"
    return sent + separator + missing.joined(separator: "&") + url[fragment...]
  }

  // MARK: Reading the options

  private static func fields(_ options: moya_provider_options) throws(Failure) -> HeaderFields {
    let name = "moya_provider_options.headers"
    let fields = try HeaderFields(
      options.headers, count: options.header_count, stride: options.header_stride, excess: MOYA_ERROR_ARGUMENT,
      named: name)
    for field in fields.fields {
      do throws(TransferError) { try RequestRules.check(name: field.name, value: field.value) } catch {
        throw .argument("\(name): \(error.message)")
      }
    }
    return fields
  }

  /// Copies the names and values of a caller's parameters.
  ///
  /// - Parameter leavesOutNULL: If true, a pair whose value is NULL is left out. If false, such a pair is an error.
  static func pairs(
    _ given: CallerArray<moya_parameter>, named name: String, leavesOutNULL: Bool = false
  ) throws(Failure) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for (index, pair) in given.enumerated() {
      if leavesOutNULL, pair.value == nil, pair.name != nil { continue }
      pairs.append(
        (
          name: try String(pair.name, named: "\(name)[\(index)].name"),
          value: try String(pair.value, named: "\(name)[\(index)].value")
        ))
    }
    return pairs
  }
}

// MARK: - ServiceURL

/// The base URL of a provider. If there are several environments, this is the URL of the selected environment.
struct ServiceURL: Sendable {
  private let path: String
  private let query: String

  /// Reads the base URL and the environments. Returns `nil` if the options have no base URL.
  init?(_ options: moya_provider_options) throws(Failure) {
    guard let text = try ServiceURL.text(options) else { return nil }
    do throws(TransferError) { try RequestRules.check(url: URLReference.spelled(text)) } catch {
      throw .argument("moya_provider_options.base_url: \(error.message)")
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
        throw .argument("moya_provider_options has a base_url, and environments beside it")
      }
      return try String(options.base_url, named: "moya_provider_options.base_url")
    }
    if options.environment == nil {
      if environments.isEmpty { return nil }
      throw .argument("moya_provider_options.environment is NULL: which of environments counts?")
    }
    let wanted = try String(options.environment, named: "moya_provider_options.environment")
    guard let environment = environments.first(where: { $0.name == wanted }) else {
      let known = environments.map(\.name).joined(separator: ", ")
      throw .argument(
        "moya_provider_options.environment is \(RequestRules.printable(wanted)), which is none of \(names) (\(known))")
    }
    return environment.value
  }

  /// Returns the base URL to use instead of the target's base URL. `nil` if the target's base URL must be used.
  func base(for own: UnsafePointer<CChar>?) throws(Failure) -> String? {
    guard let own else { return joined("") }
    let text = try String(own, excess: MOYA_ERROR_INVALID_REQUEST, named: "moya_target.base_url")
    if ServiceURL.hasScheme(text) { return nil }
    if text.hasPrefix("//") {
      throw Failure(MOYA_ERROR_INVALID_URL, "the URL is not usable: moya_target.base_url has a host, but no scheme")
    }
    return joined(text)
  }

  /// Returns true if the text begins with a scheme (RFC 3986 §3.1). The text is then a complete URL, although the
  /// library may be unable to use it.
  private static func hasScheme(_ text: String) -> Bool {
    text.utf8.first { ":/?#".utf8.contains($0) } == UInt8(ascii: ":")
  }

  /// Appends the path of `relative` to the path of the base URL, and the query of `relative` to the query of the base
  /// URL.
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

  /// Splits a URL into path and query. The fragment is left out, because it is never sent.
  private static func parts(of url: String) -> (path: String, query: String) {
    let sent = url.prefix { $0 != "#" }
    let path = sent.prefix { $0 != "?" }
    return (String(path), String(sent.dropFirst(path.count + 1)))
  }
}
