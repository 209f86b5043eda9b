import Foundation

/// For each case of the API, a row has the method and the URL of its request, and then the media type and the body.
enum ForgeRows {
  static let draft = IssueDraft(title: "Crash", body: nil, labels: ["bug"])
  static let file = URL(fileURLWithPath: "/tmp/app.zip")
  static let release = ReleaseDraft(tagName: "v1", isDraft: false, publishedAt: Date(timeIntervalSince1970: 0))
  static let filter = IssueFilter(state: "all", labels: ["bug", "ui & ux"], assignee: "octo")

  static let all: [(ForgeAPI, String, String?)] = [
    (.currentUser, "GET https://api.forge.example/user", nil),
    (.user(login: "a b"), "GET https://api.forge.example/users/a%2520b", nil),
    (
      .updateProfile(Profile(name: "Octo", bio: nil, hireable: true)), "PATCH https://api.forge.example/user",
      #"application/json {"hireable":true,"name":"Octo"}"#
    ),
    (.followers(login: "octo", page: 2), "GET https://api.forge.example/users/octo/followers?page=2&per_page=50", nil),
    (.follow(login: "octo"), "PUT https://api.forge.example/user/following/octo", nil),
    (.unfollow(login: "octo"), "DELETE https://api.forge.example/user/following/octo", nil),
    (.uploadAvatar(Data([1, 2])), "POST https://api.forge.example/user/avatar", "multipart/form-data; -"),
    (.exportAccount, "GET https://api.forge.example/user/export", nil),
    (
      .repositories(owner: "octo", sort: .fullName, page: 1),
      "GET https://api.forge.example/users/octo/repos?page=1&sort=full_name", nil
    ),
    (.repositories(owner: "octo", sort: nil, page: 1), "GET https://api.forge.example/users/octo/repos?page=1", nil),
    (.repository(owner: "octo", name: "app"), "GET https://api.forge.example/repos/octo/app", nil),
    (
      .createRepository(name: "app", isPrivate: true, topics: ["a", "b"]), "POST https://api.forge.example/user/repos",
      #"application/json {"name":"app","private":true,"topics":["a","b"]}"#
    ),
    (
      .editRepository(owner: "octo", name: "app", changes: ["wiki": false, "size": 3]),
      "PATCH https://api.forge.example/repos/octo/app", #"application/json {"size":3,"wiki":false}"#
    ),
    (.deleteRepository(owner: "octo", name: "app"), "DELETE https://api.forge.example/repos/octo/app", nil),
    (.languages(owner: "octo", name: "app"), "GET https://api.forge.example/repos/octo/app/languages", nil),
    (
      .replaceTopics(owner: "octo", name: "app", topics: ["x"]), "PUT https://api.forge.example/repos/octo/app/topics",
      #"application/json {\#n  "names" : [\#n    "x"\#n  ]\#n}"#
    ),
    (.isStarred(owner: "octo", name: "app"), "HEAD https://api.forge.example/user/starred/octo/app", nil),
    (.star(owner: "octo", name: "app"), "PUT https://api.forge.example/user/starred/octo/app", nil),
    (.unstar(owner: "octo", name: "app"), "DELETE https://api.forge.example/user/starred/octo/app", nil),
    (
      .transfer(owner: "octo", name: "app", to: "cat", notify: true),
      "POST https://api.forge.example/repos/octo/app/transfer?notify=1", #"application/json {"new_owner":"cat"}"#
    ),
    (.readme(owner: "octo", name: "app"), "GET https://api.forge.example/repos/octo/app/readme", nil),
    (
      .file(owner: "octo", name: "app", path: "a/b c.txt", ref: "main"),
      "GET https://api.forge.example/repos/octo/app/contents/a/b%20c.txt?ref=main", nil
    ),
    (
      .file(owner: "octo", name: "app", path: "a.txt", ref: nil),
      "GET https://api.forge.example/repos/octo/app/contents/a.txt", nil
    ),
    (
      .putFile(owner: "octo", name: "app", path: "a.txt", message: "m", content: Data([255])),
      "PUT https://api.forge.example/repos/octo/app/contents/a.txt",
      #"application/json {"content":"\/w==","message":"m"}"#
    ),
    (.archive(owner: "octo", name: "app", ref: "v1"), "GET https://api.forge.example/repos/octo/app/tarball/v1", nil),
    (.asset(id: 5, folder: file), "GET https://api.forge.example/assets/5?redirect=true", nil),
    (
      .issues(owner: "octo", name: "app", filter: filter),
      "GET https://api.forge.example/repos/octo/app/issues?assignee=octo&labels=bug%2Cui%20%26%20ux&state=all", nil
    ),
    (.issue(owner: "octo", name: "app", number: 1), "GET https://api.forge.example/repos/octo/app/issues/1", nil),
    (
      .createIssue(owner: "octo", name: "app", draft: draft), "POST https://api.forge.example/repos/octo/app/issues",
      #"application/json {"labels":["bug"],"title":"Crash"}"#
    ),
    (
      .editIssue(owner: "octo", name: "app", number: 1, draft: draft),
      "PATCH https://api.forge.example/repos/octo/app/issues/1", #"application/json {"labels":["bug"],"title":"Crash"}"#
    ),
    (
      .lockIssue(owner: "octo", name: "app", number: 1, reason: "too heated"),
      "PUT https://api.forge.example/repos/octo/app/issues/1/lock",
      "application/x-www-form-urlencoded; charset=utf-8 lock_reason=too%20heated"
    ),
    (
      .comments(owner: "octo", name: "app", number: 1, since: Date(timeIntervalSince1970: 0)),
      "GET https://api.forge.example/repos/octo/app/issues/1/comments?since=1970-01-01T00%3A00%3A00Z", nil
    ),
    (
      .addComment(owner: "octo", name: "app", number: 1, text: "+1 & more"),
      "POST https://api.forge.example/repos/octo/app/issues/1/comments",
      "application/x-www-form-urlencoded; charset=utf-8 body=%2B1%20%26%20more"
    ),
    (
      .addComment(owner: "octo", name: "app", number: 1, text: ""),
      "POST https://api.forge.example/repos/octo/app/issues/1/comments", nil
    ),
    (
      .addLabels(owner: "octo", name: "app", number: 1, labels: ["bug"]),
      "POST https://api.forge.example/repos/octo/app/issues/1/labels", #"application/json ["bug"]"#
    ),
    (
      .removeLabel(owner: "octo", name: "app", number: 1, label: "help wanted"),
      "DELETE https://api.forge.example/repos/octo/app/issues/1/labels/help%20wanted", nil
    ),
    (
      .pulls(owner: "octo", name: "app", state: "open"),
      "GET https://api.forge.example/repos/octo/app/pulls?state=open", nil
    ),
    (.pull(owner: "octo", name: "app", number: 2), "GET https://api.forge.example/repos/octo/app/pulls/2", nil),
    (
      .merge(owner: "octo", name: "app", number: 2, squash: true),
      "PUT https://api.forge.example/repos/octo/app/pulls/2/merge",
      "application/x-www-form-urlencoded; charset=utf-8 squash=true"
    ),
    (
      .requestReview(owner: "octo", name: "app", number: 2, reviewers: ["a", "b"]),
      "POST https://api.forge.example/repos/octo/app/pulls/2/reviewers",
      "application/x-www-form-urlencoded; charset=utf-8 reviewers%5B0%5D=a&reviewers%5B1%5D=b"
    ),
    (.releases(owner: "octo", name: "app"), "GET https://api.forge.example/repos/octo/app/releases", nil),
    (
      .createRelease(owner: "octo", name: "app", release: release),
      "POST https://api.forge.example/repos/octo/app/releases",
      #"application/json {"is_draft":false,"published_at":"1970-01-01T00:00:00Z","tag_name":"v1"}"#
    ),
    (
      .uploadAsset(owner: "octo", name: "app", release: 3, file: file),
      "POST https://uploads.forge.example/repos/octo/app/releases/3/assets", "application/octet-stream -"
    ),
    (
      .uploadAssets(owner: "octo", name: "app", release: 3, files: [ReleaseFile(url: file, label: "z")]),
      "POST https://uploads.forge.example/repos/octo/app/releases/3/assets?count=1", "multipart/form-data; -"
    ),
    (
      .deleteRelease(owner: "octo", name: "app", release: 3),
      "DELETE https://api.forge.example/repos/octo/app/releases/3", nil
    ),
    (
      .searchRepositories(query: "swift http", languages: ["c", "swift"], onlyMine: false),
      "GET https://api.forge.example/search/repositories?filter%5Blanguage%5D%5B%5D=c"
        + "&filter%5Blanguage%5D%5B%5D=swift&filter%5Bmine%5D=0&q=swift%20http",
      nil
    ),
    (.searchCode(query: "func"), "GET https://api.forge.example/search/code?q=func", nil),
    (.renderMarkdown("# Hi"), "POST https://api.forge.example/markdown/raw", "text/plain # Hi"),
    (
      .importSettings(["theme": "dark"]), "PUT https://api.forge.example/user/settings.plist",
      plist("\t<key>theme</key>\n\t<string>dark</string>")
    ),
    (
      .graphQL(query: "{ me }", variables: ["a": "b"]), "POST https://api.forge.example/graphql?source=ios",
      #"application/json {"query":"{ me }","variables":{"a":"b"}}"#
    ),
    (.recordEvent(Data("e".utf8), batch: 9), "POST https://api.forge.example/events?batch=9", "- e"),
    (.rateLimit, "GET https://api.forge.example/rate_limit", nil),
    (.legacyLogin, "GET https://api.forge.example/legacy/login", nil),
  ]

  /// Returns the media type of a property list, and the property list with these lines.
  private static func plist(_ lines: String) -> String {
    """
    application/x-plist <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(lines)
    </dict>
    </plist>

    """
  }
}
