import Foundation
import Moya

/// What the targets of the service share. The app has one enum for each feature, and one provider for all enums.
protocol MediaTarget: TargetType, AccessTokenAuthorizable {
  var showsSpinner: Bool { get }
}

extension MediaTarget {
  var baseURL: URL { MediaEnvironment.current.baseURL }
  var headers: [String: String]? { ["Accept-Version": "2", "Accept": "application/json"] }
  var sampleData: Data { Data() }
  var authorizationType: AuthorizationType? { .bearer }
  var validationType: ValidationType { .successCodes }
  var showsSpinner: Bool { false }
}

enum MediaEnvironment: String, Sendable {
  case staging, production

  static let current = MediaEnvironment.staging

  var baseURL: URL {
    guard let url = URL(string: "https://\(rawValue).media.example/v2/") else {
      fatalError("baseURL could not be configured.")
    }
    return url
  }
}

extension DateFormatter {
  static let mediaDay: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }()
}
