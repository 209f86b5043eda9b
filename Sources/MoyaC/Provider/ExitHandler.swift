import Dispatch
import Glibc
import MoyaCore

/// When the program calls `exit`, closes the providers that the program has not destroyed.
///
/// `exit` destroys the static objects of modules while other threads run. If a hook used such an object afterwards, it
/// would use memory that is no longer valid.
enum ExitHandler {
  /// The providers with plugins. The variable is `nonisolated(unsafe)` because it is only used under the lock of
  /// `Fork.guarded`.
  nonisolated(unsafe) private static var providers: [ObjectIdentifier: Unmanaged<Provider>] = [:]
  private static let longestWait = DispatchTimeInterval.seconds(1)

  static func add(_ provider: Provider) {
    Fork.guarded { providers[ObjectIdentifier(provider)] = .passUnretained(provider) }
  }

  static func remove(_ provider: Provider) {
    Fork.guarded { providers[ObjectIdentifier(provider)] = nil }
  }

  /// Registers the handler. It runs before all functions and destructors that were registered earlier.
  static func register() { atexit { ExitHandler.run() } }

  private static func run() {
    let open = Fork.guarded { providers.values.map { $0.retain() } }
    let end = DispatchTime.now() + longestWait
    for provider in open { provider._withUnsafeGuaranteedRef { $0.closeAtExit() } }
    for provider in open { provider._withUnsafeGuaranteedRef { $0.waitAtExit(until: end) } }
    for provider in open { provider.release() }
  }
}
