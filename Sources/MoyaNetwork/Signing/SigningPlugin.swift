import MoyaCore

/// Signs a request's parameters, sorted by name and joined as `name=value&name=value`, together with a secret.
///
/// Parameters are those of the query, of a form body, and the top-level members of a JSON object; any other body is one
/// parameter, `body`. Names and values are percent-encoded but for letters, digits and `-._~` (RFC 5849 §3.6). An
/// upload is refused: its bytes are not there when it is signed. Method, path and header fields are not signed.
public final class SigningPlugin: PluginType {
  /// How text and secret become the signature.
  public enum Algorithm: Sendable {
    /// MD5 over the parameters followed by the secret. For services that ask for it; it is no protection.
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
  private let applies: (any TargetType) -> Bool

  /// - Parameter applies: which targets are signed. Default: all.
  public init(
    secret: String, algorithm: Algorithm = .hmacSHA256, place: Place = .query("sign"),
    applies: @escaping (any TargetType) -> Bool = { _ in true }
  ) {
    self.secret = secret
    self.algorithm = algorithm
    self.place = place
    self.applies = applies
  }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    guard applies(context.target) else { return .ready(request) }
    guard context.flight.order.upload == nil, let parameters = SignedParameters(request) else {
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
