/// One call, as one plugin sees it.
public struct PluginContext: Sendable {
  package let call: Call
  /// The plugin's place in the order.
  package let index: Int

  public var target: any TargetType { call.recipe.target }

  /// 1 for the first attempt, 2 for the first retry …
  public var attempt: Int { call.attempt }

  /// As last prepared.
  package var request: URLRequest? { call.request }

  /// The request's method, as last prepared.
  public var method: Method { Method(rawValue: call.request?.httpMethod ?? "GET") }

  /// Anything of this plugin's own, for this call only. Lives from `prepare` until the call has completed. Read and
  /// written in hooks only, which never overlap.
  public var slot: Any? {
    get { call.slots[index] }
    nonmutating set { call.slots[index] = newValue }
  }

  /// Ends a `.pending` preparation. Called again, or after the call has ended, it does nothing. Any thread.
  public func resume(_ preparation: Preparation) {
    call.resume(preparation, index: index)
  }
}
