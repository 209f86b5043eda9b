import MoyaTestSupport

// Stand-ins for swift-metrics, with the signatures that the adapter uses. The package cannot be a dependency of the
// tests.

enum MetricsRecords {
  /// What was recorded. In the real package, one factory for the whole process records this.
  @TaskLocal static var current: Locked<[String]>?

  static func add(_ label: String, _ dimensions: [(String, String)]) {
    let line = ([label] + dimensions.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    current?.with { $0.append(line) }
  }
}

final class Counter {
  private let label: String
  private let dimensions: [(String, String)]

  init(label: String, dimensions: [(String, String)] = []) {
    self.label = label
    self.dimensions = dimensions
  }

  func increment() { MetricsRecords.add(label, dimensions) }
}

final class Timer {
  private let label: String
  private let dimensions: [(String, String)]

  init(label: String, dimensions: [(String, String)] = []) {
    self.label = label
    self.dimensions = dimensions
  }

  func recordNanoseconds(_ duration: Int64) {
    if duration >= 0 { MetricsRecords.add(label, dimensions) }
  }
}
