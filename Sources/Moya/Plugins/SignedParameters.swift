/// The text that a signature covers: parameters, percent-encoded and sorted as in RFC 5849 §3.4.1.3.2.
///
/// Works on bytes: what is no UTF-8 must not be signed as if it were equal.
struct SignedParameters {
  private var pairs: [(name: String, value: String)] = []

  /// `nil`: the body has bytes that are not here to be signed.
  init?(_ request: URLRequest) {
    let url = request.urlText.utf8.prefix { $0 != UInt8(ascii: "#") }
    if let mark = url.firstIndex(of: UInt8(ascii: "?")) { add(query: url[mark...].dropFirst(), plusIsSpace: false) }
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
      add(query: body, plusIsSpace: true)
    } else if let members = JSONMembers.of(body) {
      for (name, value) in members { add(Array(name.utf8), Array(value.utf8)) }
    } else {
      add(Array("body".utf8), Array(body))
    }
  }

  private mutating func add(query: some Sequence<UInt8>, plusIsSpace: Bool) {
    for pair in Array(query).split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { decoded($0, plusIsSpace: plusIsSpace) }
      add(parts.first ?? [], parts.dropFirst().first ?? [])
    }
  }

  private mutating func add(_ name: [UInt8], _ value: [UInt8]) { pairs.append((encoded(name), encoded(value))) }
}

extension SignedParameters {
  private func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ ASCII.hexValue($0) != nil }) {
        result.append(digits.reduce(0) { $0 << 4 | (ASCII.hexValue($1) ?? 0) })
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }

  private func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if ASCII.isUnreserved(byte) {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(ASCII.hexDigit(byte >> 4, upperCase: true))
        result.append(ASCII.hexDigit(byte & 15, upperCase: true))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
