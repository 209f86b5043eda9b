import CMoya
import MoyaCore

/// What the targets of a provider have in common, as a `moya_provider_options` says it: checked, and in the form in which
/// requests need it. `ServiceDefaults` is the same for targets of Swift.
final class ServiceSettings: Sendable {
  /// For requests that have none of that name.
  let fields: HeaderFields
  /// For targets without a base URL of their own.
  private let base: ServiceURL?
  private let parameters: [Parameter]

  private struct Parameter {
    let name: [UInt8]
    /// `name=value`, percent-encoded.
    let item: String
  }

  /// `nil`: they have nothing in common.
  init?(_ options: moya_provider_options) throws(Failure) {
    guard options.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options.reserved is not 0") }
    base = try ServiceURL(options)
    fields = try ServiceSettings.fields(options)
    parameters = try ServiceSettings.parameters(options)
    if base == nil, fields.isEmpty, parameters.isEmpty { return nil }
  }

  /// The URL of a target.
  /// - Parameters:
  ///   - own: the base URL of the target; `nil`: it has none.
  ///   - make: makes the URL of the target, on the base URL that it is given.
  func url(
    base own: UnsafePointer<CChar>?, _ make: (UnsafePointer<CChar>?) throws(Failure) -> String
  ) throws(Failure) -> String {
    guard let base = try base?.base(for: own) else { return adding(to: try make(own)) }
    return adding(
      to: try Array(base.utf8CString).withUnsafeBufferPointer { (text) throws(Failure) in try make(text.baseAddress) })
  }

  /// The URL with those parameters whose names are not in its query yet.
  private func adding(to url: String) -> String {
    if parameters.isEmpty { return url }
    let own = QueryItems.of(url).map(\.name)
    let missing = parameters.filter { !own.contains($0.name) }
    if missing.isEmpty { return url }
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let sent = url[..<fragment]
    let separator = !sent.contains("?") ? "?" : sent.hasSuffix("?") || sent.hasSuffix("&") ? "" : "&"
    return sent + separator + missing.map(\.item).joined(separator: "&") + url[fragment...]
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

  private static func parameters(_ options: moya_provider_options) throws(Failure) -> [Parameter] {
    try pairs(
      options.parameters, options.parameter_count, options.parameter_stride, named: "moya_provider_options.parameters"
    ).map { pair in
      let item = TextBuffer.string { text in
        text.append(pair.name, unless: ASCII.isQueryItem)
        text.append("=")
        text.append(pair.value, unless: ASCII.isQueryItem)
      }
      return Parameter(name: Array(pair.name.utf8), item: item)
    }
  }

  static func pairs(
    _ pointer: UnsafePointer<moya_parameter>?, _ count: Int, _ stride: UInt32, named name: String
  ) throws(Failure) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for (index, pair) in try CallerArray(pointer, count: count, stride: stride, named: name).enumerated() {
      pairs.append(
        (
          name: try String(pair.name, named: "\(name)[\(index)].name"),
          value: try String(pair.value, named: "\(name)[\(index)].value")
        ))
    }
    return pairs
  }
}
