import Foundation
import Moya

/// A music service. The definition is one file of an application that also imports Foundation.
enum MusicAPI {
  case login(user: String, password: String)
  case me
  case playlists(limit: Int)
  case playlist(id: String)
  case createPlaylist(name: String, isPublic: Bool)
  case renamePlaylist(id: String, name: String)
  case deletePlaylist(id: String)
  case addTracks(playlist: String, uris: [String])
  case track(id: String)
  case similar(id: String, seeds: [String: [Double]])
  case lyrics(id: String)
  case saveTracks([String])
  case isSaved([String])
  case uploadCover(playlist: String, jpeg: Data)
  case uploadTrack(URL, title: String)
  case download(id: String)
  case events(since: Date)
}

extension MusicAPI: TargetType {
  var baseURL: URL {
    switch self {
    case .login: return URL(string: "https://accounts.music.example")!
    default: return URL(string: "https://api.music.example/v1")!
    }
  }

  var path: String {
    switch self {
    case .login: return "api/token"
    case .me: return "me"
    case .playlists, .createPlaylist: return "me/playlists"
    case .playlist(let id), .renamePlaylist(let id, _), .deletePlaylist(let id): return "playlists/\(id)"
    case .addTracks(let id, _): return "playlists/\(id)/tracks"
    case .track(let id): return "tracks/\(id)"
    case .similar(let id, _): return "tracks/\(id)/similar"
    case .lyrics(let id): return "tracks/\(id)/lyrics"
    case .saveTracks: return "me/tracks"
    case .isSaved: return "me/tracks/contains"
    case .uploadCover(let id, _): return "playlists/\(id)/images"
    case .uploadTrack: return "tracks"
    case .download(let id): return "tracks/\(id)/audio"
    case .events: return "events"
    }
  }

  var method: Moya.Method {
    switch self {
    case .login, .createPlaylist, .addTracks, .uploadTrack, .similar, .events: return .post
    case .renamePlaylist, .saveTracks, .uploadCover: return .put
    case .deletePlaylist: return .delete
    default: return .get
    }
  }

  var task: Moya.Task {
    switch self {
    case let .login(user, password):
      return .requestParameters(
        parameters: ["grant_type": "password", "username": user, "password": password], encoding: URLEncoding.httpBody)
    case .me, .playlist, .deletePlaylist, .track, .lyrics: return .requestPlain
    case let .playlists(limit):
      return .requestParameters(parameters: ["limit": limit], encoding: URLEncoding.queryString)
    case let .createPlaylist(name, isPublic):
      return .requestParameters(parameters: ["name": name, "public": isPublic], encoding: JSONEncoding.default)
    case let .renamePlaylist(_, name): return .requestJSONEncodable(["name": name])
    case let .addTracks(_, uris):
      return .requestParameters(parameters: ["uris": uris], encoding: JSONEncoding.prettyPrinted)
    case let .similar(_, seeds):
      return .requestCompositeParameters(
        bodyParameters: seeds, bodyEncoding: URLEncoding.httpBody, urlParameters: ["market": "DE"])
    case let .saveTracks(ids):
      return .requestParameters(parameters: ["": ids], encoding: JSONArrayEncoding())
    case let .isSaved(ids):
      return .requestParameters(parameters: ["ids": ids.joined(separator: ",")], encoding: URLEncoding.default)
    case let .uploadCover(_, jpeg): return .requestData(Data(jpeg.base64EncodedString().utf8))
    case let .uploadTrack(file, title):
      // The spelling of Moya 15.0.3.
      return .uploadCompositeMultipart(
        [MultipartFormData(provider: .file(file), name: "audio", fileName: "t.ogg", mimeType: "audio/ogg")],
        urlParameters: ["title": title])
    case .download:
      return .downloadDestination { temporaryURL, response in
        (
          temporaryURL.deletingLastPathComponent().appendingPathComponent("track-\(response.statusCode)"),
          .removePreviousFile
        )
      }
    case let .events(date):
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .secondsSince1970
      return .requestCustomJSONEncodable(["since": date], encoder: encoder)
    }
  }

  var headers: [String: String]? {
    switch self {
    case .uploadCover: return ["Content-Type": "image/jpeg"]
    default: return ["Content-Type": "application/json"]
    }
  }

  var validationType: ValidationType {
    switch self {
    case .isSaved: return .customCodes([200, 404])
    case .me: return .successAndRedirectCodes
    default: return .successCodes
    }
  }

  var sampleData: Data {
    switch self {
    case .me: return "{\"display_name\": \"Ada\"}".data(using: .utf8)!
    default: return Data()
    }
  }
}

extension MusicAPI: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? {
    switch self {
    case .login: return .basic
    case .lyrics: return .none
    default: return .bearer
    }
  }
}

/// A JSON array at the root, as Moya's own documentation shows how to send one.
struct JSONArrayEncoding: ParameterEncoding {
  func encode(_ urlRequest: URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    guard let array = parameters?[""] else { return request }
    request.httpBody = try JSONSerialization.data(withJSONObject: array)
    if request.value(forHTTPHeaderField: "Content-Type") == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}
