import Testing

extension Trait where Self == TimeLimitTrait {
  /// The limit after which a test counts as hanging. All tests begin together, and they take turns on the few threads
  /// that run tests. So the limit that one test needs depends on how long the others take.
  package static var timeLimitOfAll: Self { .timeLimit(.minutes(15)) }
}
