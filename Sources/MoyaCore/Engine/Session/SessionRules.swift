import FoundationEssentials

/// What holds for every request of a session. One reference, since each flight carries it.
package final class SessionRules: Sendable {
  package static let none = SessionRules()

  package let options: TransferOptions
  /// Added where a request has none of that name.
  package let fields: HeaderFields
  /// `RequestRules` accepts each of them.
  private let areFieldsChecked: Bool
  /// Bodies are as Foundation sends them: HEAD has none, and a request without one says `Content-Length: 0` unless it
  /// is a GET.
  package let framesAsFoundation: Bool
  /// A GET with a body fails instead of being sent.
  package let refusesBodyInGET: Bool
  /// What the transport adds to a request beside `fields`. Only stubs ask: they show a request as a server receives it.
  let additions: SentAdditions
  /// A response has its request, as in Moya. Without this it has no more of it than the URL, and only while there is no
  /// head that says it.
  let keepsRequests: Bool
  /// Knows the waiters of the session.
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
    self.keepsRequests = keepsRequests
    self.registry = registry
  }

  /// A request as it goes on the wire: with the session's fields, and framed as the session frames.
  func wireForm(of request: URLRequest) -> URLRequest {
    var request = request
    if !fields.isEmpty { request.appendMissing(from: fields, areChecked: areFieldsChecked) }
    if !framesAsFoundation { return request }
    switch request.httpMethod {
    // RFC 9110 §9.3.2: a body of HEAD has no meaning.
    case "HEAD": request.body = .none
    case "GET": break
    // Content-Length: 0
    default: if case .none = request.body { request.body = .data(Data()) }
    }
    return request
  }

  /// Makes the form in which this session sends a request, to be kept with it for the next time.
  /// - Returns: false: `RequestRules` refuses it, and nothing was done.
  package func prepareForWire(_ request: inout URLRequest) -> Bool {
    var wire = wireForm(of: request)
    do throws(TransferError) { try wire.check() } catch { return false }
    request.keepWireForm(wire, by: self)
    return true
  }

  /// Why this session does not send a request; `nil`: it does.
  /// - Parameters:
  ///   - downloads: the response becomes a file.
  ///   - uploads: the body is that of an upload task, which only a backend that moves files puts into the request.
  @inline(__always)  // 40 instructions of a call that asks twice
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

/// Decides on a failed attempt when no plugin wants another one.
package protocol Retrier: Sendable {
  /// Runs where plugins prepare.
  /// - Parameter answer: called once, now or later, from any thread. The call's total timeout goes on, and a cancel
  ///   ends the wait. An `.after` that the total timeout does not allow counts as a no: the
  ///   call ends with its failure.
  func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void)
}

package struct FailedAttempt: Sendable {
  /// The same for every attempt of a call.
  package let call: UUID
  package let error: MoyaError
  /// As it was sent.
  package let request: URLRequest?
  /// 1 for the first.
  package let number: Int
}

package enum RetrierDecision: Sendable {
  case after(seconds: TimeInterval)
  /// The call ends with this error.
  case fail(MoyaError)
}
