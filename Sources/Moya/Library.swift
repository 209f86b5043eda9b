import MoyaTransport

/// The version of the library. In a program that has its own `version`, write `Moya.version`.
public let version = "1.0.0"

/// The versions of the libraries that are used, for bug reports: `libcurl/7.88.1 (system) OpenSSL/3.0.17 …`. The
/// function `moya_features()` of the C API returns the same text.
public var features: String { Versions.text }

// MARK: - LibraryNotice

/// A warning about the libcurl that the process uses. The first log handler that takes warnings receives it.
package final class LibraryNotice: Sendable {
  package static let ofThisProcess = LibraryNotice(Versions.shortcoming)

  private let entry: MoyaLogEntry?
  private let given = Once()

  /// - Parameter shortcoming: What is wrong with the libcurl. `nil` if nothing is wrong.
  package init(_ shortcoming: String?) {
    entry = shortcoming.map { MoyaLogEntry(.warning, $0, metadata: ["features": Versions.text]) }
  }

  package func give(to handler: any MoyaLogHandler) {
    if let entry, handler.takes(entry.level), given.pass() { handler.log(entry) }
  }
}
