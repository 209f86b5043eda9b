import Foundation
import Moya

enum LibraryAPI {
  case albums(page: Int, genres: [String])
  case album(id: Int)
  case tracks(album: Int)
  case artist(String)
  case newReleases(since: Date)
  case search(text: String, kinds: Set<String>)
  case saved
  case save(albums: [Int])
  case unsave(albums: [Int])
  case rate(album: Int, stars: Double)
  case lyrics(track: Int, language: String?)
  case cover(album: Int)
  case metadata(album: Int, AlbumMetadata)
  case importLibrary(URL)
  case exportLibrary(format: String, to: URL)
}

struct AlbumMetadata: Encodable, Sendable {
  let title: String
  let releasedOn: Date
}

extension LibraryAPI: MediaTarget {
  var path: String {
    switch self {
    case .albums: "albums"
    case .album(let id): "albums/\(id)"
    case .tracks(let album): "albums/\(album)/tracks"
    case .artist(let name): "artists/\(name)"
    case .newReleases: "albums/new"
    case .search: "search"
    case .saved, .save, .unsave: "me/albums"
    case .rate(let album, _): "albums/\(album)/rating"
    case .lyrics(let track, _): "tracks/\(track)/lyrics"
    case .cover(let album): "albums/\(album)/cover.png"
    case .metadata(let album, _): "albums/\(album)/metadata"
    case .importLibrary: "me/library"
    case .exportLibrary(let format, _): "me/library.\(format)"
    }
  }

  var method: Moya.Method {
    switch self {
    case .save, .rate, .importLibrary: .put
    case .unsave: .delete
    case .metadata: .patch
    default: .get
    }
  }

  var task: Moya.Task {
    switch self {
    case .albums(let page, let genres):
      return .requestParameters(
        parameters: ["page": page, "genre": genres], encoding: URLEncoding(arrayEncoding: .noBrackets))
    case .newReleases(let since):
      return .requestParameters(
        parameters: ["since": DateFormatter.mediaDay.string(from: since)], encoding: URLEncoding.queryString)
    case .search(let text, let kinds):
      return .requestParameters(
        parameters: ["q": text, "kind": kinds.sorted().joined(separator: ",")], encoding: URLEncoding.default)
    case .save(let albums):
      return .requestParameters(parameters: ["ids": albums], encoding: JSONEncoding.default)
    case .unsave(let albums):
      return .requestParameters(parameters: ["ids": albums], encoding: URLEncoding.httpBody)
    case .rate(_, let stars):
      return .requestParameters(parameters: ["stars": stars, "comment": NSNull()], encoding: JSONEncoding.default)
    case .lyrics(_, let language):
      return language.map {
        .requestParameters(parameters: ["lang": $0], encoding: URLEncoding.default)
      } ?? .requestPlain
    case .metadata(_, let metadata):
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .formatted(.mediaDay)
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = .sortedKeys
      return .requestCustomJSONEncodable(metadata, encoder: encoder)
    case .importLibrary(let file):
      return .uploadFile(file)
    case .exportLibrary(_, let folder):
      return .downloadParameters(
        parameters: ["compressed": true], encoding: URLEncoding.queryString,
        destination: { temporaryURL, response in
          (folder.appendingPathComponent(temporaryURL.lastPathComponent), [.removePreviousFile])
        })
    case .cover:
      return .downloadDestination(DownloadRequest.suggestedDownloadDestination(options: .removePreviousFile))
    case .album, .tracks, .artist, .saved:
      return .requestPlain
    }
  }

  var sampleData: Data {
    switch self {
    case .album(let id): Data(#"{"album": {"id": \#(id), "title": "Blue Train", "tracks": [{"n": 1}]}}"#.utf8)
    case .saved: "[1, 2, 3]".data(using: .utf8) ?? Data()
    default: Data()
    }
  }
}
