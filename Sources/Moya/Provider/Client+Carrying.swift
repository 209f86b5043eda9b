import MoyaNetwork

extension Client {
  /// Returns the plugins in the form in which the engine calls them for a provider that carries these task-locals.
  static func plugins(_ plugins: [any PluginHooks], carrying carried: [Carried]) -> [any PluginHooks] {
    carried.isEmpty ? plugins : plugins.map { CarryingPlugin.around($0) }
  }

  /// The values that the task-locals have here, for a request that another thread makes later. `nil` if the provider
  /// carries none.
  var carriedValues: CarriedValues? { carried.map { CarriedValues($0) } }

  /// Returns the lane of a call that carries task-locals. The library's own backend is used unchanged, because it runs
  /// no code of the program.
  static func carryingLane(_ lane: Lane) -> Lane {
    lane.backend is LoopBackend ? lane : Lane(CarryingBackend(lane.backend), executor: lane.executor)
  }
}
