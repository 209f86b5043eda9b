import MoyaCore
import MoyaHTTP

/// Signs a request's parameters together with a secret. The parameters are sorted by name and joined as
/// `name=value&name=value`.
///
/// The parameters are the parameters of the query and of a form body, and the top-level members of a JSON object. Any
/// other body counts as one parameter named `body`. In names and values, all bytes except letters, digits and `-._~`
/// are percent-encoded (RFC 5849 §3.6). The plugin refuses an upload, because the bytes of an upload are not available
/// when the request is signed. Method, path and header fields are not signed.
public final class SigningPlugin: PluginType, Sendable {
  /// How the signature is computed from the text and the secret.
  public enum Algorithm: Sendable {
    /// MD5 over the parameters followed by the secret. Use it only for a service that requires it, because MD5 does not
    /// protect the request.
    case md5
    /// HMAC-SHA256 (RFC 2104) with the secret as its key.
    case hmacSHA256
  }

  /// Where the signature goes, as lower-case hexadecimal digits.
  public enum Place: Sendable {
    case query(String)
    case header(String)
  }

  private let secret: String
  private let algorithm: Algorithm
  private let place: Place
  private let applies: @Sendable (any TargetType) -> Bool

  /// Makes a plugin.
  ///
  /// - Parameters:
  ///   - secret: The secret that the service shares with the program.
  ///   - algorithm: The algorithm of the signature.
  ///   - place: Where the signature goes.
  ///   - applies: Selects the targets that are signed. Default: all.
  @preconcurrency
  public init(
    secret: String, algorithm: Algorithm = .hmacSHA256, place: Place = .query("sign"),
    applies: @escaping @Sendable (any TargetType) -> Bool = { _ in true }
  ) {
    self.secret = secret
    self.algorithm = algorithm
    self.place = place
    self.applies = applies
  }

  public func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
    guard applies(context.target) else { return .ready(request) }
    guard context.flight.description.upload == nil, let parameters = SignedParameters(request) else {
      return Self.refusal("an upload cannot be signed: its bytes are read while it is sent")
    }
    guard let signature = signature(of: parameters.text) else {
      return Self.refusal("the parameters cannot be signed: libcrypto refuses the digest")
    }
    var request = request
    switch place {
    case .header(let name): request.setValue(signature, forHTTPHeaderField: name)
    case .query(let name): request.urlText = adding("\(name)=\(signature)", to: request.urlText)
    }
    return .ready(request)
  }

  private static func refusal(_ message: String) -> Preparation {
    .answered(.failure(.underlying(TransferError(.invalidRequest, message), nil)))
  }

  private func signature(of text: String) -> String? {
    switch algorithm {
    case .md5: return Digest.md5(text + secret)
    case .hmacSHA256: return Digest.hmacSHA256(text, key: secret)
    }
  }

  private func adding(_ item: String, to url: String) -> String {
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let base = url[..<fragment]
    let separator =
      if !base.contains("?") { "?" } else if base.hasSuffix("?") || base.hasSuffix("&") { "" } else { "&" }
    return base + separator + item + url[fragment...]
  }
}

// MARK: - SignedParameters

/// The text that a signature covers: the parameters, percent-encoded and sorted as in RFC 5849 §3.4.1.3.2.
///
/// The type works on bytes, so that two different texts get different signatures even if neither is valid UTF-8.
struct SignedParameters {
  private var pairs: [(name: String, value: String)] = []

  /// Collects the parameters of a request. Returns `nil` if the body has bytes that are not available for signing.
  init?(_ request: URLRequest) {
    for item in QueryItems.of(request.urlText) { add(item.name, item.value) }
    switch request.body {
    case .none: break
    case .data(let body): add(body: body, type: request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? "")
    case .file, .segments: return nil
    }
  }

  /// The parameters as `name=value&name=value`.
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

// MARK: - JSONMembers

/// Reads the members of a JSON object as they are in the text. The members stay in their order, names can repeat, and
/// numbers stay as they are written.
enum JSONMembers {
  /// Returns names and values. A string is returned as its characters, any other value as its text without white space
  /// between tokens. Returns `nil` if the body is not a valid JSON object.
  static func of(_ body: Data) -> [(name: String, value: String)]? {
    guard case .object(let text)? = try? JSONLookup(body).value(at: "") else { return nil }
    let tokens = tokens(text)
    return stride(from: 0, to: tokens.count - 1, by: 2).map { (characters(tokens[$0]), characters(tokens[$0 + 1])) }
  }

  /// Returns names and values alternately: the tokens between the object's own braces, colons and commas. `text` must
  /// be a valid object, so that its strings and brackets are balanced.
  private static func tokens(_ text: Data) -> [[UInt8]] {
    var tokens: [[UInt8]] = [[]]
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text.dropFirst().dropLast() {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        if byte <= 0x20 { continue }
        if depth == 0, ":,".utf8.contains(byte) {
          tokens.append([])
          continue
        }
        if "{[".utf8.contains(byte) { depth += 1 }
        if "}]".utf8.contains(byte) { depth -= 1 }
        isInString = byte == UInt8(ascii: "\"")
      }
      tokens[tokens.count - 1].append(byte)
    }
    return tokens
  }

  private static func characters(_ token: [UInt8]) -> String {
    guard token.first == UInt8(ascii: "\""), case .string(let text)? = try? JSONLookup(Data(token)).value(at: "") else {
      return String(decoding: token, as: UTF8.self)
    }
    return text
  }
}
