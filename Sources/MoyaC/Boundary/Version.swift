import CMoya
import MoyaCore
import MoyaTransport

enum Version {
  static let text = MOYA_VERSION

  /// `text` for C: it lives as long as the process.
  static var characters: UnsafePointer<CChar>? { moya_str(copy).data }

  /// The versions of the libraries below, for C: lives as long as the process.
  static var features: UnsafePointer<CChar>? { moya_str(featuresCopy).data }

  private static let copy = BodyBuffer(text)
  private static let featuresCopy = BodyBuffer(Versions.text)
}
