import Foundation
import Moya

extension ForgeAPI {
  var sampleData: Data {
    switch self {
    case .currentUser, .user: return #"{"login": "octo", "id": 7}"#.utf8Encoded
    case .repositories, .searchRepositories: return #"[{"id": 1, "full_name": "octo/a", "private": false}]"#.utf8Encoded
    case .repository(let owner, let name):
      return "{\"id\": 1, \"full_name\": \"\(owner)/\(name)\", \"private\": true}".utf8Encoded
    case .renderMarkdown(let text): return "<p>\(text)</p>".utf8Encoded
    case .uploadAvatar(let png): return png
    case .star, .unstar, .follow, .unfollow, .deleteRepository: return Data()
    default: return "Half measures are as bad as nothing at all.".utf8Encoded
    }
  }
}

extension String {
  var utf8Encoded: Data { return data(using: .utf8)! }
}
