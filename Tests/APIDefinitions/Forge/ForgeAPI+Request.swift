import Foundation
import Moya

extension ForgeAPI {
  var method: Moya.Method {
    switch self {
    case .follow, .star, .replaceTopics, .putFile, .lockIssue, .merge, .importSettings: return .put
    case .unfollow, .unstar, .deleteRepository, .removeLabel, .deleteRelease: return .delete
    case .updateProfile, .editRepository, .editIssue: return .patch
    case .createRepository, .uploadAvatar, .transfer, .createIssue, .addComment, .addLabels, .requestReview,
      .createRelease, .uploadAsset, .uploadAssets, .renderMarkdown, .graphQL, .recordEvent:
      return .post
    case .isStarred: return .head
    default: return .get
    }
  }

  var task: Task {
    switch self {
    case .updateProfile(let profile):
      return .requestJSONEncodable(profile)
    case .followers(_, let page):
      return .requestParameters(parameters: ["page": page, "per_page": 50], encoding: URLEncoding.default)
    case .uploadAvatar(let png):
      let part = MultipartFormData(provider: .data(png), name: "avatar", fileName: "me.png", mimeType: "image/png")
      return .uploadMultipart([part])

    case .repositories(_, let sort, let page):
      var parameters: [String: Any] = ["page": page]
      parameters["sort"] = sort?.rawValue
      return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
    case let .createRepository(name, isPrivate, topics):
      return .requestParameters(
        parameters: ["name": name, "private": isPrivate, "topics": topics], encoding: JSONEncoding.default)
    case .editRepository(_, _, let changes):
      return .requestParameters(parameters: changes, encoding: JSONEncoding.default)
    case .replaceTopics(_, _, let topics):
      return .requestParameters(parameters: ["names": topics], encoding: JSONEncoding.prettyPrinted)
    case let .transfer(_, _, owner, notify):
      return .requestCompositeParameters(
        bodyParameters: ["new_owner": owner], bodyEncoding: JSONEncoding.default,
        urlParameters: ["notify": notify])

    case .file(_, _, _, let ref):
      guard let ref = ref else { return .requestPlain }
      return .requestParameters(parameters: ["ref": ref], encoding: URLEncoding.default)
    case let .putFile(_, _, _, message, content):
      return .requestParameters(
        parameters: ["message": message, "content": content.base64EncodedString()], encoding: JSONEncoding.default)
    case .archive:
      return .downloadDestination(ForgeDownloads.destination)
    case let .asset(id, folder):
      let destination: DownloadDestination = { _, response in
        let name = response.suggestedFilename ?? "asset-\(id)"
        return (folder.appendingPathComponent(name), [.removePreviousFile, .createIntermediateDirectories])
      }
      return .downloadParameters(
        parameters: ["redirect": "true"], encoding: URLEncoding.default, destination: destination)

    case .issues(_, _, let filter):
      return .requestParameters(parameters: filter.parameters, encoding: URLEncoding.default)
    case .createIssue(_, _, let draft), .editIssue(_, _, _, let draft):
      return .requestJSONEncodable(draft)
    case .lockIssue(_, _, _, let reason):
      return .requestParameters(parameters: ["lock_reason": reason], encoding: URLEncoding.httpBody)
    case .comments(_, _, _, let since):
      let formatter = ISO8601DateFormatter()
      return .requestParameters(
        parameters: ["since": formatter.string(from: since)], encoding: URLEncoding(destination: .queryString))
    case .addComment(_, _, _, let text):
      return .requestParameters(parameters: ["body": text], encoding: URLEncoding())
    case .addLabels(_, _, _, let labels):
      return .requestParameters(parameters: ["jsonArray": labels], encoding: JSONArrayEncoding.default)

    case .pulls(_, _, let state):
      return .requestParameters(parameters: ["state": state], encoding: URLEncoding.default)
    case .merge(_, _, _, let squash):
      return .requestParameters(
        parameters: ["squash": squash],
        encoding: URLEncoding(destination: .httpBody, arrayEncoding: .noBrackets, boolEncoding: .literal))
    case .requestReview(_, _, _, let reviewers):
      return .requestParameters(
        parameters: ["reviewers": reviewers], encoding: URLEncoding(arrayEncoding: .indexInBrackets))

    case .createRelease(_, _, let release):
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.dateEncodingStrategy = .iso8601
      return .requestCustomJSONEncodable(release, encoder: encoder)
    case .uploadAsset(_, _, _, let file):
      return .uploadFile(file)
    case .uploadAssets(_, _, _, let files):
      let parts = files.map { MultipartFormData(provider: .file($0.url), name: $0.label) }
      return .uploadCompositeMultipart(parts, urlParameters: ["count": files.count])

    case let .searchRepositories(query, languages, onlyMine):
      return .requestParameters(
        parameters: ["q": query, "filter": ["language": languages, "mine": onlyMine] as [String: Any]],
        encoding: URLEncoding.default)
    case .searchCode(let query):
      return .requestParameters(parameters: ["q": query], encoding: URLEncoding.default)
    case .renderMarkdown(let text):
      return .requestData(text.data(using: .utf8)!)
    case .importSettings(let settings):
      return .requestParameters(parameters: settings, encoding: PropertyListEncoding.xml)
    case let .graphQL(query, variables):
      return .requestJSONEncodable(GraphQLQuery(query: query, variables: variables))
    case let .recordEvent(data, batch):
      return .requestCompositeData(bodyData: data, urlParameters: ["batch": batch])

    case .currentUser, .user, .follow, .unfollow, .exportAccount, .repository, .deleteRepository, .languages,
      .isStarred, .star, .unstar, .readme, .issue, .removeLabel, .pull, .releases, .deleteRelease, .rateLimit,
      .legacyLogin:
      return .requestPlain
    }
  }

  var headers: [String: String]? {
    switch self {
    case .renderMarkdown: return ["Content-type": "text/plain", "Accept": "text/html"]
    case .uploadAsset: return ["Content-type": "application/octet-stream"]
    default: return ["Accept": "application/vnd.forge+json"]
    }
  }

  var validationType: ValidationType {
    switch self {
    case .isStarred: return .customCodes([204, 404])
    case .archive, .asset: return .successAndRedirectCodes
    case .rateLimit: return .none
    default: return .successCodes
    }
  }
}

extension ForgeAPI: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? {
    switch self {
    case .rateLimit, .searchRepositories, .legacyLogin: return nil
    case .exportAccount: return .basic
    case .graphQL: return .custom("token")
    default: return .bearer
    }
  }
}

enum ForgeDownloads {
  static let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]

  static let destination: DownloadDestination = { _, response in
    return (folder.appendingPathComponent(response.suggestedFilename ?? "archive"), .removePreviousFile)
  }
}
