import Moya
import Synchronization

/// A screen of the application. The plugin calls these functions on the queue of the request, so a real screen must
/// switch to the main actor.
public protocol Screen: Sendable {
  func show(isBusy: Bool)
  func alert(_ message: String)
}

/// Shows that the application is busy while the request of a target with the tag "showLoading" runs. Shows an alert
/// when any request fails, unless the user has cancelled it.
public final class ActivityPlugin: PluginType {
  public static let tag = "showLoading"

  private let screen: any Screen
  private let running = Mutex(0)

  public init(screen: any Screen) { self.screen = screen }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    if target.tags.contains(Self.tag) { change(by: 1) }
  }

  /// The library calls this function exactly as often as `willSend`, so `running` returns to zero.
  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if target.tags.contains(Self.tag) { change(by: -1) }
  }

  /// The library calls this function once for each request, after its last attempt. A user who has cancelled a request
  /// gets no alert.
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
