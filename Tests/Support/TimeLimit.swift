import Testing

extension Trait where Self == TimeLimitTrait {
  /// Names a test that does not end. A test's time begins together with that of all others, which take turns on the few
  /// threads that run tests: a limit that a test would need by itself depends on how long the others take.
  package static var timeLimitOfAll: Self { .timeLimit(.minutes(15)) }
}
