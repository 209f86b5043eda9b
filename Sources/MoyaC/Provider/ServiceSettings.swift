import CMoya
import MoyaCore

/// What the targets of a provider have in common, as a `moya_provider_options` says it: checked, and in the form in which
/// requests need it. `ServiceDefaults` is the same for targets of Swift.
final class ServiceSettings: Sendable {
  /// For requests that have none of that name.
  let fields: HeaderFields
  /// For targets without a base URL of their own.
  private let base: ServiceURL?
  /// For tasks that have none of that name: with the fields of a form or the members of a JSON tree, else in the query.
  let parameters: [QueryItems.Item]
  /// The same as `name=value`, percent-encoded.
  private let items: [String]

  /// `nil`: they have nothing in common.
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

  /// The URL of a target.
  /// - Parameters:
  ///   - own: the base URL of the target; `nil`: it has none.
  ///   - parameters: these go into the query; false: the body has them.
  ///   - make: makes the URL of the target, on the base URL that it is given.
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

  /// The URL with those parameters whose names are not in its query yet.
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
        throw Failure(MOYA_ERROR_ARGUMENT, "\(name): \(error.message)")
      }
    }
    return fields
  }

  /// - Parameter leavesOutNULL: a pair whose value is NULL is left out; false: it is an error.
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
