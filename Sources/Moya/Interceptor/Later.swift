/// A value that somebody gives once, before or after somebody asks for it. Later values are ignored.
final class Later<Value: Sendable>: Sendable {
  private enum State {
    case nothing
    case value(Value)
    case asked(@Sendable (Value) -> Void)
    case done
  }

  private let state = Protected(State.nothing)

  /// What was given so far.
  var value: Value? {
    state.withLock { if case .value(let value) = $0 { value } else { nil } }
  }

  func give(_ value: Value) {
    let handler = state.withLock { state -> (@Sendable (Value) -> Void)? in
      switch state {
      case .nothing:
        state = .value(value)
        return nil
      case .asked(let handler):
        state = .done
        return handler
      case .value, .done: return nil
      }
    }
    handler?(value)
  }

  /// Asked once: `handler` runs now, or on the thread that gives the value.
  func then(_ handler: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state -> Value? in
      switch state {
      case .value(let value):
        state = .done
        return value
      case .nothing: state = .asked(handler)
      case .asked, .done: break
      }
      return nil
    }
    if let value { handler(value) }
  }
}
