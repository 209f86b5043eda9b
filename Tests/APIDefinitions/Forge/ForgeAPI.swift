import Foundation
import Moya

/// A code host's API, defined as in an iOS project from the time of Swift 5: one enum, and one extension per
/// requirement.
enum ForgeAPI {
  // Users
  case currentUser
  case user(login: String)
  case updateProfile(Profile)
  case followers(login: String, page: Int)
  case follow(login: String)
  case unfollow(login: String)
  case uploadAvatar(Data)
  case exportAccount

  // Repositories
  case repositories(owner: String, sort: RepositorySort?, page: Int)
  case repository(owner: String, name: String)
  case createRepository(name: String, isPrivate: Bool, topics: [String])
  case editRepository(owner: String, name: String, changes: [String: Any])
  case deleteRepository(owner: String, name: String)
  case languages(owner: String, name: String)
  case replaceTopics(owner: String, name: String, topics: [String])
  case isStarred(owner: String, name: String)
  case star(owner: String, name: String)
  case unstar(owner: String, name: String)
  case transfer(owner: String, name: String, to: String, notify: Bool)

  // Contents
  case readme(owner: String, name: String)
  case file(owner: String, name: String, path: String, ref: String?)
  case putFile(owner: String, name: String, path: String, message: String, content: Data)
  case archive(owner: String, name: String, ref: String)
  case asset(id: Int, folder: URL)

  // Issues
  case issues(owner: String, name: String, filter: IssueFilter)
  case issue(owner: String, name: String, number: Int)
  case createIssue(owner: String, name: String, draft: IssueDraft)
  case editIssue(owner: String, name: String, number: Int, draft: IssueDraft)
  case lockIssue(owner: String, name: String, number: Int, reason: String)
  case comments(owner: String, name: String, number: Int, since: Date)
  case addComment(owner: String, name: String, number: Int, text: String)
  case addLabels(owner: String, name: String, number: Int, labels: [String])
  case removeLabel(owner: String, name: String, number: Int, label: String)

  // Pull requests
  case pulls(owner: String, name: String, state: String)
  case pull(owner: String, name: String, number: Int)
  case merge(owner: String, name: String, number: Int, squash: Bool)
  case requestReview(owner: String, name: String, number: Int, reviewers: [String])

  // Releases
  case releases(owner: String, name: String)
  case createRelease(owner: String, name: String, release: ReleaseDraft)
  case uploadAsset(owner: String, name: String, release: Int, file: URL)
  case uploadAssets(owner: String, name: String, release: Int, files: [ReleaseFile])
  case deleteRelease(owner: String, name: String, release: Int)

  // Search, and the rest
  case searchRepositories(query: String, languages: [String], onlyMine: Bool)
  case searchCode(query: String)
  case renderMarkdown(String)
  case importSettings([String: Any])
  case graphQL(query: String, variables: [String: String])
  case recordEvent(Data, batch: Int)
  case rateLimit
  case legacyLogin
}

enum RepositorySort: String {
  case updated, stars
  case fullName = "full_name"
}
