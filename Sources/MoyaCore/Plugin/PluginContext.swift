/// One call, as one plugin sees it.
public struct PluginContext: Sendable {
  package let call: Call
  /// The plugin's place in the order.
  package let index: Int
  /// 1 for the first attempt, 2 for the first retry …
  public let attempt: Int

  init(_ call: Call, _ index: Int) {
    self.call = call
    self.index = index
    attempt = call.attemptUnderWay
  }

  public var target: any TargetType { call.recipe.target }

  /// As last prepared.
  package var request: URLRequest? { call.request }

  /// The request's method, as last prepared.
  public var method: Method { Method(rawValue: request?.httpMethod ?? "GET") }

  /// Anything of this plugin's own, for this call only. Lives from `prepare` until the call has completed. Any
  /// thread.
  public var slot: Any? {
    get { call.shared.withLock { $0.slots[index] }?.value }
    nonmutating set {
      let slot = newValue.map { Call.Slot(value: $0) }
      call.shared.withLock { $0.slots[index] = slot }
    }
  }

  /// Ends the `.pending` preparation of this attempt. Called again, or later, it does nothing. Any thread.
  public func resume(_ preparation: Preparation) {
    call.resume(preparation, index: index, attempt: attempt)
  }
}
