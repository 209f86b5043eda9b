/// A task-local that a provider carries into the hooks and closures of its calls. Each call takes the value that the
/// task-local has where the call is made. In every hook and closure of the call, the task-local has this value,
/// whatever thread runs it.
///
///     let provider = MoyaProvider<API>(carrying: [Carried(ServiceContext.$current)])
public struct Carried: Sendable {
  /// Reads the present value.
  fileprivate let capture: @Sendable () -> any CarriedValue

  public init<Value: Sendable>(_ local: TaskLocal<Value>) {
    capture = { TaskLocalValue(local: local, value: local.get()) }
  }
}

// MARK: - CarriedValue

/// A task-local with the value that it has for one call.
private protocol CarriedValue: Sendable {
  /// Runs `body` while the task-local has the value.
  func bind<Output>(_ body: () -> Output) -> Output
}

private struct TaskLocalValue<Value: Sendable>: CarriedValue {
  let local: TaskLocal<Value>
  let value: Value

  func bind<Output>(_ body: () -> Output) -> Output { local.withValue(value) { body() } }
}

// MARK: - CarriedValues

/// The values that one call carries.
package final class CarriedValues: Sendable {
  private let values: [any CarriedValue]

  /// Takes the values that the task-locals have in the task or on the thread that calls this initializer.
  package init(_ carried: [Carried]) { values = carried.map { $0.capture() } }

  /// Runs `body` while the task-locals have the values of the call.
  package func run<Output, Problem: Error>(_ body: () throws(Problem) -> Output) throws(Problem) -> Output {
    try run(from: 0) { Result(catching: body) }.get()
  }

  private func run<Output>(from index: Int, _ body: () -> Output) -> Output {
    if index == values.count { return body() }
    return values[index].bind { run(from: index + 1, body) }
  }

  /// Runs `body` while the task-locals have the values of a call. If the call carries no values, runs `body` without a
  /// change.
  /// - Parameter subject: the facts about the call.
  package static func run<Output, Problem: Error>(
    for subject: any Subject, _ body: () throws(Problem) -> Output
  ) throws(Problem) -> Output {
    try run(with: subject.carriedValues, body)
  }

  /// Runs `body` while the task-locals have the values in `values`. If `values` is `nil`, runs `body` without a change.
  package static func run<Output, Problem: Error>(
    with values: CarriedValues?, _ body: () throws(Problem) -> Output
  ) throws(Problem) -> Output {
    guard let values else { return try body() }
    return try values.run(body)
  }

  /// Returns a closure that runs `closure` while the task-locals have these values.
  package func around<Input: Sendable>(
    _ closure: @escaping @Sendable (Input) -> Void
  ) -> @Sendable (Input) -> Void {
    { input in self.run { closure(input) } }
  }

  /// Returns a closure that runs `destination`, which chooses the place of a download, while the task-locals have these
  /// values.
  func around(destination: @escaping DownloadDestination) -> DownloadDestination {
    { file, response in self.run { destination(file, response) } }
  }
}
