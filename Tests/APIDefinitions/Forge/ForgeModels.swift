import Foundation

struct Profile: Codable, Equatable {
  var name: String?
  var bio: String?
  var hireable: Bool
}

struct IssueFilter {
  var state = "open"
  var labels: [String] = []
  var assignee: String?

  var parameters: [String: Any] {
    var result: [String: Any] = ["state": state]
    if !labels.isEmpty { result["labels"] = labels.joined(separator: ",") }
    if let assignee = assignee { result["assignee"] = assignee }
    return result
  }
}

struct IssueDraft: Encodable {
  let title: String
  let body: String?
  let labels: [String]
}

struct ReleaseDraft: Encodable {
  let tagName: String
  let isDraft: Bool
  let publishedAt: Date
}

struct ReleaseFile {
  let url: URL
  let label: String
}

struct GraphQLQuery: Encodable {
  let query: String
  let variables: [String: String]
}

struct Repository: Decodable, Equatable {
  let id: Int
  let fullName: String
  let isPrivate: Bool

  enum CodingKeys: String, CodingKey {
    case id
    case fullName = "full_name"
    case isPrivate = "private"
  }
}
