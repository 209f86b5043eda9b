/// What holds for every request of a session. One reference, since each call carries it.
package final class SessionRules: Sendable {
  package static let none = SessionRules()

  package let options: TransferOptions
  /// Added where a request has none of that name.
  package let fields: HeaderFields
  /// A GET with a body fails instead of being sent.
  package let refusesBodyInGET: Bool
  /// Knows the calls that are under way; `nil`: this session never needs all of them.
  package let registry: CallRegistry?

  package init(
    options: TransferOptions = TransferOptions(), fields: HeaderFields = HeaderFields(),
    refusesBodyInGET: Bool = false, registry: CallRegistry? = nil
  ) {
    self.options = options
    self.fields = fields
    self.refusesBodyInGET = refusesBodyInGET
    self.registry = registry
  }
}
