import Foundation
import MoyaCore
import MoyaHTTP

/// Made of Foundation's `Progress`, as in Moya.
extension ProgressResponse {
  /// - Parameter progress: read now; what becomes of it later has no effect.
  @_disfavoredOverload
  public init(progress: Progress?, response: Response? = nil) {
    let moved = progress.map {
      TransferProgress(completedUnitCount: $0.completedUnitCount, totalUnitCount: $0.totalUnitCount)
    }
    self.init(progress: moved, response: response)
  }
}
