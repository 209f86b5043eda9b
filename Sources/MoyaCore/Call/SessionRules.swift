/// What holds for every request of a session. One reference, since each call carries it.
package final class SessionRules: Sendable {
  package static let none = SessionRules()

  package let options: TransferOptions
  /// Added where a request has none of that name.
  package let fields: HeaderFields
  /// A GET with a body fails instead of being sent.
  package let refusesBodyInGET: Bool

  package init(
    options: TransferOptions = TransferOptions(), fields: HeaderFields = HeaderFields(), refusesBodyInGET: Bool = false
  ) {
    self.options = options
    self.fields = fields
    self.refusesBodyInGET = refusesBodyInGET
  }
}
