extension StubMatcher {
  /// Targets that satisfy the condition; its argument says of which type.
  public static func target<Target: TargetType & SendableMetatype>(
    _ condition: @escaping @Sendable (Target) -> Bool
  ) -> StubMatcher {
    StubMatcher { exchange in
      let target = (exchange.target as? MultiTarget)?.target ?? exchange.target
      return (target as? Target).map(condition) ?? false
    }
  }
}
