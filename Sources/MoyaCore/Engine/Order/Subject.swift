/// What an order is about: facts that plugins, stub rules and messages may ask for, and that never change. Each face
/// has a kind of its own.
package protocol Subject: AnyObject, Sendable {
  /// How messages call it.
  var name: String { get }
  /// The caller's labels.
  var tags: Set<String> { get }
  /// Does the request carry the user's credentials?
  var needsAuth: Bool { get }
  /// The scheme of its access token; `nil`: it goes without one.
  var authorizationType: AuthorizationType? { get }
  /// What a stub answers; asked when it answers.
  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError>
}

extension Subject {
  package var needsAuth: Bool { false }
  package var authorizationType: AuthorizationType? { nil }
}
