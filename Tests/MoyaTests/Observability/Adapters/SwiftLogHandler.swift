import Moya

/// Passes the entries on to swift-log.
struct SwiftLogHandler: MoyaLogHandler {
  let logger: Logger

  func takes(_ level: MoyaLogEntry.Level) -> Bool { logger.logLevel <= level.ofSwiftLog }

  func log(_ entry: MoyaLogEntry) {
    logger.log(
      level: entry.level.ofSwiftLog, "\(entry.message)",
      metadata: entry.metadata.mapValues { Logger.MetadataValue.string($0) })
  }
}

extension MoyaLogEntry.Level {
  var ofSwiftLog: Logger.Level {
    switch self {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}
