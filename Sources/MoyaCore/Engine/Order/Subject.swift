/// What an order is about: facts that plugins, stub rules and messages may ask for, and that never change. Each face
/// has a kind of its own; C's also carries the slots of C plugins.
package protocol Subject: AnyObject, Sendable {
  /// How messages call it.
  var name: String { get }
  /// How messages call its kind. Default: its name.
  var kind: String { get }
  /// The caller's labels.
  var tags: Set<String> { get }
  /// Does the request carry the user's credentials?
  var needsAuth: Bool { get }
  /// The scheme of its access token; `nil`: it goes without one.
  var authorizationType: AuthorizationType? { get }
  /// What a stub answers; asked when it answers.
  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError>
  /// The response to a request that a stub answers at once, made of the sample without what it was transferred in: 300
  /// instructions less. `nil`: it is not known so, and `sample` is asked.
  func response(to request: URLRequest) -> Response?
  /// What stub rules fall back to; `nil`: its description holds no sample.
  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>?
}

extension Subject {
  package var kind: String { name }
  package var needsAuth: Bool { false }
  package var authorizationType: AuthorizationType? { nil }
  package func response(to request: URLRequest) -> Response? { nil }
}
