import Foundation
import Moya

extension ForgeAPI: TargetType {
  var baseURL: URL {
    switch self {
    case .uploadAsset, .uploadAssets: return URL(string: "https://uploads.forge.example")!
    case .graphQL: return URL(string: "https://api.forge.example/graphql?source=ios")!
    default: return URL(string: "https://api.forge.example")!
    }
  }

  var path: String {
    switch self {
    case .currentUser, .updateProfile: return "/user"
    case .user(let login): return "/users/\(login.urlEscaped)"
    case .followers(let login, _): return "/users/\(login)/followers"
    case .follow(let login), .unfollow(let login): return "/user/following/\(login)"
    case .uploadAvatar: return "/user/avatar"
    case .exportAccount: return "/user/export"

    case .repositories(let owner, _, _): return "/users/\(owner)/repos"
    case .createRepository: return "/user/repos"
    case .repository(let owner, let name), .deleteRepository(let owner, let name): return repo(owner, name)
    case .editRepository(let owner, let name, _): return repo(owner, name)
    case .languages(let owner, let name): return repo(owner, name, "languages")
    case .replaceTopics(let owner, let name, _): return repo(owner, name, "topics")
    case let .isStarred(owner, name), let .star(owner, name), let .unstar(owner, name):
      return "/user/starred/\(owner)/\(name)"
    case let .transfer(owner, name, _, _): return repo(owner, name, "transfer")

    case let .readme(owner, name): return repo(owner, name, "readme")
    case let .file(owner, name, path, _), let .putFile(owner, name, path, _, _):
      return repo(owner, name, "contents/\(path)")
    case let .archive(owner, name, ref): return repo(owner, name, "tarball/\(ref)")
    case .asset(let id, _): return "/assets/\(id)"

    case let .issues(owner, name, _), let .createIssue(owner, name, _): return repo(owner, name, "issues")
    case let .issue(owner, name, number), let .editIssue(owner, name, number, _):
      return repo(owner, name, "issues/\(number)")
    case let .lockIssue(owner, name, number, _): return repo(owner, name, "issues/\(number)/lock")
    case let .comments(owner, name, number, _), let .addComment(owner, name, number, _):
      return repo(owner, name, "issues/\(number)/comments")
    case let .addLabels(owner, name, number, _): return repo(owner, name, "issues/\(number)/labels")
    case let .removeLabel(owner, name, number, label): return repo(owner, name, "issues/\(number)/labels/\(label)")

    case let .pulls(owner, name, _): return repo(owner, name, "pulls")
    case let .pull(owner, name, number): return repo(owner, name, "pulls/\(number)")
    case let .merge(owner, name, number, _): return repo(owner, name, "pulls/\(number)/merge")
    case let .requestReview(owner, name, number, _): return repo(owner, name, "pulls/\(number)/reviewers")

    case let .releases(owner, name), let .createRelease(owner, name, _): return repo(owner, name, "releases")
    case let .deleteRelease(owner, name, release): return repo(owner, name, "releases/\(release)")
    case let .uploadAsset(owner, name, release, _), let .uploadAssets(owner, name, release, _):
      return repo(owner, name, "releases/\(release)/assets")

    case .searchRepositories: return "/search/repositories"
    case .searchCode: return "/search/code"
    case .renderMarkdown: return "/markdown/raw"
    case .importSettings: return "/user/settings.plist"
    case .graphQL: return ""
    case .recordEvent: return "/events"
    case .rateLimit: return "/rate_limit"
    case .legacyLogin: return "/legacy/login"
    }
  }

  private func repo(_ owner: String, _ name: String, _ rest: String? = nil) -> String {
    return ["/repos", owner, name, rest].compactMap { $0 }.joined(separator: "/")
  }
}

extension String {
  fileprivate var urlEscaped: String {
    return addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!
  }
}
