import FoundationEssentials

/// The settings that apply to every request of a session. They are in one object, so that each call holds only one
/// reference.
package final class SessionRules: Sendable {
  package static let none = SessionRules()

  package let options: TransferOptions
  /// Fields that are added if a request has no field of the same name.
  package let fields: HeaderFields
  /// True if `RequestRules` accepts each of the fields.
  private let areFieldsChecked: Bool
  /// True if the library sends bodies as Foundation does. Then HEAD has no body, and any other request without a body,
  /// except GET, has `Content-Length: 0`.
  package let framesAsFoundation: Bool
  /// True if a GET request with a body fails instead of being sent.
  package let refusesBodyInGET: Bool
  /// The fields that the transport adds to a request in addition to `fields`. Only stubs read this property, because
  /// they show a request as a server receives it.
  let additions: SentAdditions
  /// The same fields without the session's cookies.
  let ownAdditions: SentAdditions
  /// True if a response holds its request, as in Moya. If false, a response holds only the parts of the request that it
  /// needs. These are the method and the URL for a response that was rejected or redirected, and the URL for a response
  /// without a head.
  let keepsRequests: Bool
  /// The list of the session's calls that have not completed.
  package let registry: Registry

  package init(
    options: TransferOptions = TransferOptions(), fields: HeaderFields = HeaderFields(),
    framesAsFoundation: Bool = false, refusesBodyInGET: Bool = false, keepsRequests: Bool = true,
    additions: SentAdditions = SentAdditions(),
    registry: Registry = Registry()
  ) {
    self.options = options
    self.fields = fields
    areFieldsChecked = RequestRules.accepts(fields)
    self.framesAsFoundation = framesAsFoundation
    self.refusesBodyInGET = refusesBodyInGET
    self.additions = additions
    ownAdditions = SentAdditions(userAgent: additions.userAgent, acceptEncoding: additions.acceptEncoding)
    self.keepsRequests = keepsRequests
    self.registry = registry
  }

  /// Returns the same rules, except that header fields with these names are not sent to another origin.
  package func binding(headers names: [String]) -> SessionRules {
    if names.isEmpty { return self }
    var options = options
    options.originBoundHeaders += names
    return SessionRules(
      options: options, fields: fields, framesAsFoundation: framesAsFoundation, refusesBodyInGET: refusesBodyInGET,
      keepsRequests: keepsRequests, additions: additions, registry: registry)
  }

  /// Returns the request as it is sent, with the session's fields and, if `framesAsFoundation` is set, with
  /// Foundation's rules for bodies.
  func wireForm(of request: URLRequest) -> URLRequest {
    var request = request
    if !fields.isEmpty { request.appendMissing(from: fields, areChecked: areFieldsChecked) }
    if !framesAsFoundation { return request }
    switch request.httpMethod {
    // RFC 9110 §9.3.2: a body of HEAD has no meaning.
    case "HEAD": request.body = .none
    case "GET": break
    // Empty data as the body makes the transport send `Content-Length: 0`.
    default: if case .none = request.body { request.body = .data(Data()) }
    }
    return request
  }

  /// Computes the form in which this session sends a request, and stores it in the request for later sends.
  /// - Returns: false if `RequestRules` rejects that form. Then the request is unchanged.
  package func prepareForWire(_ request: inout URLRequest) -> Bool {
    var wire = wireForm(of: request)
    do throws(TransferError) { try wire.check() } catch { return false }
    request.keepWireForm(wire, by: self)
    return true
  }

  /// Returns the reason why this session refuses a request, or `nil` if the session sends the request.
  /// - Parameters:
  /// - downloads: true if the body of the response is written to a file.
  /// - uploads: true if the request's task is an upload. Only a backend that reads files puts the body of an upload
  ///   into the request.
  @inline(__always)  // inlined, because each call asks twice
  func refusal(of request: URLRequest, downloads: Bool, uploads: Bool) -> TransferError? {
    downloads || refusesBodyInGET ? refusalAsked(of: request, downloads: downloads, uploads: uploads) : nil
  }

  private func refusalAsked(of request: URLRequest, downloads: Bool, uploads: Bool) -> TransferError? {
    if downloads, let file = request.partialDownload, !file.isFileURL {
      return TransferError(.invalidRequest, "partialDownload is not a file URL")
    }
    guard refusesBodyInGET, request.httpMethod == "GET" else { return nil }
    if case .none = request.body, !uploads { return nil }
    return TransferError(
      .invalidRequest, "a GET request has a body, which this session does not allow", foundationCode: -1103)
  }
}

/// If an attempt failed and no plugin wants another one, decides whether there is another attempt.
package protocol Retrier: Sendable {
  /// Decides what follows a failed attempt. Runs where the plugins' `prepare` hooks run.
  ///
  /// The call's total timeout continues, and a cancel ends the wait for the decision. If the decision is `.after` with
  /// a delay that exceeds the total timeout, the call ends at once with the attempt's failure.
  /// - Parameter answer: receives the decision. Called once, immediately or later, from any thread.
  func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void)
}

package struct FailedAttempt: Sendable {
  /// Identifies the call. It is the same for every attempt of the call.
  package let call: UUID
  /// The facts about the call.
  package let subject: any Subject
  package let error: MoyaError
  /// The request as it was sent.
  package let request: URLRequest?
  /// The attempt's number, from 1.
  package let number: Int
}

package enum RetrierDecision: Sendable {
  case after(seconds: TimeInterval)
  /// The call ends with this error.
  case fail(MoyaError)
}
