import Moya
import Synchronization

/// What the plugin asks of the application's screen. The plugin calls it on the queue of the request, so a real screen
/// switches to the main actor.
public protocol Screen: Sendable {
  func show(isBusy: Bool)
  func alert(_ message: String)
}

/// Shows activity while a target with the tag "showLoading" is under way, and shows an alert when a request fails.
public final class ActivityPlugin: PluginType {
  public static let tag = "showLoading"

  private let screen: any Screen
  private let running = Mutex(0)

  public init(screen: any Screen) { self.screen = screen }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    if target.tags.contains(Self.tag) { change(by: 1) }
  }

  /// Runs exactly as often as `willSend`, so the count returns to zero.
  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if target.tags.contains(Self.tag) { change(by: -1) }
  }

  /// Runs once per request, after its last attempt. A cancelled request is not a failure for the user.
  public func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    if case .failure(let error) = result, !isCancelled(error) { screen.alert(error.message) }
    return result
  }

  private func change(by step: Int) {
    running.withLock { running in
      let wasBusy = running > 0
      running += step
      if wasBusy != (running > 0) { screen.show(isBusy: running > 0) }
    }
  }

  private func isCancelled(_ error: MoyaError) -> Bool {
    if case .underlying(let cause as TransferError, _) = error.flat { cause.kind == .cancelled } else { false }
  }
}
