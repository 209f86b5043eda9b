/// Numbers in the order in which they were added, from any thread.
final class Order: Sendable {
  private let list = Shared<[Int]>([])
  var values: [Int] { list.withLock { $0 } }
  func add(_ value: Int) { list.withLock { $0.append(value) } }
}
