import CMoya
import MoyaTransport

enum Version {
  static let text = MOYA_VERSION

  /// `text` for C: it lives as long as the process.
  static var characters: UnsafePointer<CChar>? { copy.str.data }

  /// The versions of the libraries below, for C: lives as long as the process.
  static var features: UnsafePointer<CChar>? { featuresCopy.str.data }

  private static let copy = CText(text)
  private static let featuresCopy = CText(Versions.text)
}
