import MoyaCore

/// The text that a signature covers: parameters, percent-encoded and sorted as in RFC 5849 §3.4.1.3.2.
///
/// Works on bytes: what is no UTF-8 must not be signed as if it were equal.
struct SignedParameters {
  private var pairs: [(name: String, value: String)] = []

  /// `nil`: the body has bytes that are not here to be signed.
  init?(_ request: URLRequest) {
    for item in QueryItems.of(request.urlText) { add(item.name, item.value) }
    switch request.body {
    case .none: break
    case .data(let body): add(body: body, type: request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? "")
    case .file, .segments: return nil
    }
  }

  /// `name=value&name=value`
  var text: String {
    pairs.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  private mutating func add(body: Data, type: String) {
    if body.isEmpty { return }
    if type.hasPrefix("application/x-www-form-urlencoded") {
      for item in QueryItems.ofForm(body) { add(item.name, item.value) }
    } else if let members = JSONMembers.of(body) {
      for (name, value) in members { add(Array(name.utf8), Array(value.utf8)) }
    } else {
      add(Array("body".utf8), Array(body))
    }
  }

  private mutating func add(_ name: [UInt8], _ value: [UInt8]) { pairs.append((encoded(name), encoded(value))) }

  private func encoded(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      TextBuffer.string { $0.append(bytes[...], unless: ASCII.isUnreserved) }
    }
  }
}
