import Moya

enum PlaybackAPI {
  case state
  case play(track: Int, position: Double)
  case pause
  case next
  case previous
  case seek(Int)
  case volume(Int)
  case shuffle(Bool)
  case queue
  case enqueue([Int])
  case move(from: Int, to: Int)
  case clearQueue
  case recently(limit: Int)
  case report(events: Data, session: String)
  case stream(track: Int, quality: Quality)

  enum Quality: String, Sendable { case normal, high, lossless }
}

extension PlaybackAPI: MediaTarget {
  var path: String {
    switch self {
    case .state: "me/player"
    case .play: "me/player/play"
    case .pause: "me/player/pause"
    case .next: "me/player/next"
    case .previous: "me/player/previous"
    case .seek: "me/player/seek"
    case .volume: "me/player/volume"
    case .shuffle: "me/player/shuffle"
    case .queue, .enqueue, .clearQueue: "me/player/queue"
    case .move: "me/player/queue/order"
    case .recently: "me/player/recent"
    case .report: "me/player/events"
    case .stream(let track, _): "tracks/\(track)/stream"
    }
  }

  var method: Method {
    switch self {
    case .play, .pause, .seek, .volume, .shuffle, .move: .put
    case .next, .previous, .enqueue, .report: .post
    case .clearQueue: .delete
    case .state, .queue, .recently, .stream: .get
    }
  }

  var task: Task {
    switch self {
    case .play(let track, let position):
      .requestParameters(parameters: ["track": track, "position": position], encoding: JSONEncoding.default)
    case .seek(let milliseconds):
      .requestParameters(parameters: ["position_ms": milliseconds], encoding: URLEncoding.queryString)
    case .volume(let percent):
      .requestParameters(parameters: ["percent": percent], encoding: URLEncoding.queryString)
    case .shuffle(let on):
      .requestParameters(
        parameters: ["state": on], encoding: URLEncoding(destination: .queryString, boolEncoding: .literal))
    case .enqueue(let tracks):
      .requestParameters(parameters: ["": tracks], encoding: ListEncoding())
    case .move(let from, let to):
      .requestParameters(parameters: ["range": ["from": from, "to": to]], encoding: URLEncoding.httpBody)
    case .recently(let limit):
      .requestParameters(parameters: ["limit": limit], encoding: URLEncoding.default)
    case .report(let events, let session):
      .requestCompositeData(bodyData: events, urlParameters: ["session": session])
    case .stream(_, let quality):
      .requestParameters(parameters: ["quality": quality.rawValue], encoding: URLEncoding.default)
    case .state, .pause, .next, .previous, .queue, .clearQueue:
      .requestPlain
    }
  }

  var showsSpinner: Bool {
    if case .stream = self { true } else { false }
  }
}

/// Encodes the only value of the parameters as the root of a JSON body, whatever its key.
struct ListEncoding: ParameterEncoding {
  func encode(_ urlRequest: URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
    try JSONEncoding.default.encode(urlRequest, withJSONObject: parameters?.first?.value)
  }
}
