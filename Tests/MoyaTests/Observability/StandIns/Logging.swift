import MoyaTestSupport

// Stand-ins for swift-log, with the signatures that the adapter uses. The package cannot be a dependency of the tests.

struct Logger: Sendable {
  typealias Metadata = [String: MetadataValue]

  enum MetadataValue: Sendable, Hashable {
    case string(String)
  }

  struct Message: ExpressibleByStringInterpolation, Sendable {
    let text: String

    init(stringLiteral text: String) { self.text = text }
  }

  enum Level: Int, Sendable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  let label: String
  var logLevel = Level.info
  /// What was logged: the level, the text and the metadata.
  let logged: Locked<[(Level, String, Metadata)]>

  init(label: String) {
    self.label = label
    logged = Locked([])
  }

  func log(
    level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function, line: UInt = #line
  ) {
    guard logLevel <= level else { return }
    let entry = (level, message().text, metadata() ?? [:])
    logged.with { $0.append(entry) }
  }
}
