import CMoya

enum Version {
  static let text = MOYA_VERSION

  /// The same, for C: lives as long as the process.
  static var characters: UnsafePointer<CChar>? { copy.str.data }

  private static let copy = CText(text)
}
