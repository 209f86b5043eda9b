/// A request that is about to be sent, for `willSend`.
public protocol RequestType {
  /// The request as the plugins prepared it.
  var request: URLRequest? { get }
  /// Fields that the session adds where the request has none of that name.
  var sessionHeaders: [String: String] { get }

  /// Answers an authentication challenge of the server. The last call before the request is sent counts.
  @discardableResult
  func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self
  @discardableResult
  func authenticate(with credential: URLCredential) -> Self

  /// Gives the request as a curl command line, secrets included: redaction is the logger's.
  @discardableResult
  func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}

extension RequestType {
  @discardableResult
  public func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence = .forSession
  ) -> Self {
    authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
  }
}

/// What the engine hands to `willSend`. Used on one thread, while the hooks run.
final class OutgoingRequest: RequestType {
  let request: URLRequest?
  let sessionFields: HeaderFields
  private(set) var credential: URLCredential?

  init(request: URLRequest, sessionFields: HeaderFields) {
    self.request = request
    self.sessionFields = sessionFields
  }

  var sessionHeaders: [String: String] { sessionFields.dictionary }

  func authenticate(with credential: URLCredential) -> Self {
    self.credential = credential
    return self
  }

  func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
    handler(request.map { CURLCommand.text(for: $0, adding: sessionFields, credential: credential) } ?? "")
    return self
  }
}
