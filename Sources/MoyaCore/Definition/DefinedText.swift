/// How long texts and lists of a definition are at most: as long as those that C gives (`CallerText`, `moya/moya.h`,
/// `moya/type.h`, `moya/value.h`). A definition with a longer one could be opened, and never be called.
enum DefinedText {
  /// Bytes of any text but the body of a sample.
  static let maximumLength = 1 << 17
  /// Bytes of a key, of a key path, and of a name of an enumeration.
  static let maximumKeyLength = 1 << 12
  /// Keys of a key path.
  static let maximumSteps = 64
  /// Elements of a list.
  static let maximumElements = 10_000
}
