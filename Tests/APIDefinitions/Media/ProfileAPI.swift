import Foundation
import Moya

enum ProfileAPI {
  case me
  case profile(user: String)
  case edit(name: String, bio: String?)
  case picture(Data)
  case banner(URL, crop: [Int])
  case voiceNote(Data)
  case followers(user: String, cursor: String?)
  case block(user: String)
  case unblock(user: String)
  case playlists
  case createPlaylist(name: String, tracks: [Int], isPublic: Bool)
  case share(playlist: Int, with: [String])
}

extension ProfileAPI: MediaTarget {
  var path: String {
    switch self {
    case .me, .edit: return "me"
    case .profile(let user): return "users/\(user)"
    case .picture: return "me/picture"
    case .banner: return "me/banner"
    case .voiceNote: return "me/voice"
    case .followers(let user, _): return "users/\(user)/followers"
    case .block(let user), .unblock(let user): return "me/blocked/\(user)"
    case .playlists, .createPlaylist: return "me/playlists"
    case .share(let playlist, _): return "playlists/\(playlist)/share"
    }
  }

  var method: Moya.Method {
    switch self {
    case .edit: return .patch
    case .picture, .banner, .voiceNote, .createPlaylist, .share: return .post
    case .block: return .put
    case .unblock: return .delete
    case .me, .profile, .followers, .playlists: return .get
    }
  }

  var task: Moya.Task {
    switch self {
    case let .edit(name, bio):
      var parameters = [String: Any]()
      parameters["name"] = name
      if let bio { parameters["bio"] = bio }
      return .requestParameters(parameters: parameters, encoding: JSONEncoding.default)
    case .picture(let png):
      let data = MultipartFormBodyPart(
        provider: .data(png), name: "file", fileName: "picture.png", mimeType: "image/png")
      let note = MultipartFormBodyPart(provider: .data(Data("me".utf8)), name: "note")
      return .uploadMultipartFormData(MultipartFormData(boundary: "media", parts: [data, note]))
    case let .banner(file, crop):
      return .uploadCompositeMultipartFormData(
        [MultipartFormBodyPart(provider: .file(file), name: "banner")], urlParameters: ["crop": crop])
    case .voiceNote(let audio):
      let stream = MultipartFormData.FormDataProvider.stream(InputStream(data: audio), UInt64(audio.count))
      let part = MultipartFormBodyPart(provider: stream, name: "note", fileName: "note.ogg", mimeType: "audio/ogg")
      return .uploadMultipartFormData(MultipartFormData(boundary: "media", parts: [part]))
    case .followers(_, let cursor):
      guard let cursor else { return .requestPlain }
      return .requestParameters(parameters: ["cursor": cursor], encoding: URLEncoding.default)
    case let .createPlaylist(name, tracks, isPublic):
      return .requestParameters(
        parameters: ["name": name, "tracks": tracks, "public": isPublic] as [String: Any],
        encoding: JSONEncoding.default)
    case .share(_, let users):
      return .requestParameters(parameters: ["user": users], encoding: URLEncoding())
    case .me, .profile, .block, .unblock, .playlists:
      return .requestPlain
    }
  }

  var showsSpinner: Bool { true }
}

/// A target outside the enums. Its URL is known only at run time.
struct WebhookTarget: TargetType {
  let url: URL
  let payload: [String: String]

  var baseURL: URL { url }
  var path: String { "" }
  var method: Moya.Method { .post }
  var task: Moya.Task { .requestJSONEncodable(payload) }
  var headers: [String: String]? { nil }
}
