/// Bytes moved so far, with the spelling of Foundation's `Progress`.
public struct TransferProgress: Hashable, Sendable {
  public var completedUnitCount: Int64
  /// −1 until a length is announced.
  public var totalUnitCount: Int64
  /// Which body is meant; `nil`: the one that matters for this request.
  public var direction: Direction?

  public enum Direction: Sendable {
    case upload
    case download
  }

  public init(completedUnitCount: Int64, totalUnitCount: Int64, direction: Direction? = nil) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
    self.direction = direction
  }

  /// 0…1; 0 while the total is unknown.
  public var fractionCompleted: Double {
    totalUnitCount > 0 ? min(1, Double(completedUnitCount) / Double(totalUnitCount)) : 0
  }
}
