import FoundationEssentials

extension TimeInterval {
  /// Of seconds that a caller gave: negative and not-a-number are 0, the largest is about 49 days.
  package var milliseconds: UInt32 {
    UInt32(exactly: (max(0, isNaN ? 0 : self) * 1000).rounded(.up)) ?? .max
  }
}
