/// Signs a request's parameters: those of its query and of its form body, sorted by name and joined as
/// `name=value&name=value`, together with a secret.
public final class SigningPlugin: PluginType {
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
    guard let signature = signature(of: request) else {
      let error = TransferError(.other, "the parameters cannot be signed: libcrypto refuses the digest")
      return .answered(.failure(.underlying(error, nil)))
    }
    var request = request
    switch place {
    case .header(let name): request.setValue(signature, forHTTPHeaderField: name)
    case .query(let name): request.urlText = adding("\(name)=\(signature)", to: request.urlText)
    }
    return .ready(request)
  }

  private func signature(of request: URLRequest) -> String? {
    var items = QueryItems.of(request.urlText)
    let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded"), let body = request.httpBody {
      items += QueryItems.ofForm(body)
    }
    let text = items.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    switch algorithm {
    case .md5: return Digest.md5(text + secret)
    case .hmacSHA256: return Digest.hmacSHA256(text, key: secret)
    }
  }

  private func adding(_ item: String, to url: String) -> String {
    let fragment = url.firstIndex(of: "#") ?? url.endIndex
    let base = url[..<fragment]
    let separator = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
    return base + separator + item + url[fragment...]
  }
}
