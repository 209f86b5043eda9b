/// Receives log entries. Pass the handler to a `CallLogPlugin`.
public protocol MoyaLogHandler: Sendable {
  /// Returns true if the handler wants entries of this level. If it returns false, such entries are not made. Default:
  /// true.
  func takes(_ level: MoyaLogEntry.Level) -> Bool
  /// Receives an entry, on any thread.
  func log(_ entry: MoyaLogEntry)
}

extension MoyaLogHandler {
  public func takes(_ level: MoyaLogEntry.Level) -> Bool { true }
}

// MARK: - MoyaLogEntry

/// One entry of a log. Neither the message nor the metadata contains a secret. A URL in them has no user, no query and
/// no fragment.
public struct MoyaLogEntry: Sendable, Hashable {
  /// How important an entry is. The names are those of swift-log.
  public enum Level: Int, Sendable, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  public var level: Level
  /// One line for a person.
  public var message: String
  /// The facts for programs, by name. `CallLogPlugin` lists the names.
  public var metadata: [String: String]

  public init(_ level: Level, _ message: String, metadata: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.metadata = metadata
  }
}
