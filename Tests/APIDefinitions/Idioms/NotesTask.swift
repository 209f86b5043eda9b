import Foundation
import Moya

/// What applications do with the task of a foreign target: they read its parts and make another task from them.
extension Moya.Task {
  /// Returns the same task with these parameters added. The `switch` has all of Moya's cases and no `default`.
  func adding(_ extra: [String: Any]) -> Moya.Task {
    let with = { (own: [String: Any]) in own.merging(extra) { own, _ in own } }
    switch self {
    case .requestPlain: return .requestParameters(parameters: extra, encoding: URLEncoding.queryString)
    case let .requestData(data): return .requestCompositeData(bodyData: data, urlParameters: extra)
    case .requestJSONEncodable, .requestCustomJSONEncodable(_, encoder: _): return self
    case .requestParameters(let own, let encoding):
      return .requestParameters(parameters: with(own), encoding: encoding)
    case .requestCompositeData(let data, var own):
      own.merge(extra) { own, _ in own }
      return .requestCompositeData(bodyData: data, urlParameters: own)
    case let .requestCompositeParameters(bodyParameters: body, bodyEncoding: encoding, urlParameters: own):
      return .requestCompositeParameters(bodyParameters: body, bodyEncoding: encoding, urlParameters: with(own))
    case .uploadFile(let url):
      let file = Moya.MultipartFormData(provider: .file(url), name: "file")
      return .uploadCompositeMultipart([file], urlParameters: extra)
    case .uploadMultipart(let forms): return .uploadCompositeMultipart(forms, urlParameters: extra)
    case .uploadCompositeMultipart(let forms, let own):
      return .uploadCompositeMultipart(forms + [], urlParameters: with(own))
    case .downloadDestination(let destination):
      return .downloadParameters(parameters: extra, encoding: URLEncoding.default, destination: destination)
    case .downloadParameters(let own, let encoding, let destination):
      return .downloadParameters(parameters: with(own), encoding: encoding, destination: destination)
    }
  }

  /// Lines for a log, one for each part.
  var parts: [String] {
    switch self {
    case .uploadMultipart(let forms), .uploadCompositeMultipart(let forms, _): return forms.map(line)
    default: return []
    }
  }

  private func line(_ part: Moya.MultipartFormData) -> String {
    let names = "\(part.name) \(part.fileName ?? "-") \(part.mimeType ?? "-")"
    switch part.provider {
    case .data(let data): return "\(names): \(data.count) bytes"
    case .file(let url): return "\(names): \(url.lastPathComponent)"
    case .stream(_, let length): return "\(names): \(length) bytes of a stream"
    }
  }
}

/// The application's own `Cancellable`, for requests that it does not send.
class NoRequest: Cancellable {
  private(set) var isCancelled = false
  func cancel() { isCancelled = true }
}
