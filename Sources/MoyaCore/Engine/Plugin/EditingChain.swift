/// Plugins that prepare a request by editing it, in their order.
///
/// A chain: the elements of an array, and what they hold, would be retained on the way along it, 60 instructions each.
///
/// Unchecked: immutable, but a plugin is the caller's code and need not say that it is `Sendable`.
final class EditingChain: @unchecked Sendable {
  private let editor: any EditingPlugin
  private let place, count: Int
  private let next: EditingChain?

  /// `nil`: there is none, or one of them does more than edit.
  /// - Parameter count: the number of plugins in the roster.
  static func of(_ seats: ArraySlice<Roster.Seat>, count: Int) -> EditingChain? {
    guard let editor = seats.first?.editor, let place = seats.first?.index else { return nil }
    let others = seats.dropFirst()
    let next = of(others, count: count)
    return others.isEmpty || next != nil ? EditingChain(editor, place, count, next) : nil
  }

  private init(_ editor: any EditingPlugin, _ place: Int, _ count: Int, _ next: EditingChain?) {
    self.editor = editor
    self.place = place
    self.count = count
    self.next = next
  }

  /// Has each plugin edit the request of a first attempt, up to one that answers.
  /// - Returns: its answer; `nil`: the request is to be sent.
  func edit(_ request: inout URLRequest?, about subject: any Subject) -> Result<Response, MoyaError>? {
    let call = HookedCall(subject, place: place, of: count, attempt: 1)
    if let answer = editor.edit(&request, of: call) { return answer }
    return next?.edit(&request, about: subject)
  }
}
