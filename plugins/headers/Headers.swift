// The module `headers`: sets, adds and removes header fields of requests, by rules.

import CMoya

let plugins: [any Plugin.Type] = [Headers.self]

struct Headers: PreparingPlugin {
  static let id = "moya.headers"
  static let version = "1.0.0"
  static let about = "Sets, adds and removes header fields of requests, by origin and tag."
  static let license = "MIT"
  static let needsSlot = true  // later hooks run only for calls with a slot, and this plugin sets no slot
  static let secretHeaders = ["Authorization", "Cookie", "X-Api-Key", "X-Auth-Token"]
  static let options = [
    Option(name: "rules", kind: .texts, about: "The rules: [\"https://api.example.com set X-Team: shop\"]."),
    Option(name: "secret", kind: .secret, about: "The text that replaces {secret} in the values of the rules."),
  ]

  private let rules: [Rule]
  /// The origins of all rules. They are empty if a rule is for requests to all origins.
  private let origins: [OriginPattern]
  private let needsOrigin: Bool

  init(_ setup: borrowing Call) throws {
    let secret = setup.optionText("secret")
    var rules: [Rule] = []
    for text in setup.optionTexts("rules") {
      do { rules.append(try Rule(text, secret: secret)) } catch {
        throw Failure("rule \(rules.count + 1): \(error)", status: MOYA_ERROR_ARGUMENT)
      }
    }
    self.rules = rules
    let origins = rules.compactMap(\.origin)
    self.origins = origins.count == rules.count ? origins : []
    needsOrigin = !origins.isEmpty
  }

  func prepare(_ call: inout Call) throws -> Answer {
    guard let rules = rulesForOrigin(of: call) else { return .proceed }
    for rule in rules where rule.isForTags(of: call) {
      switch rule.change {
      case .set(let value): try call.setRequestHeader(rule.name, value)
      case .add(let value): try call.addRequestHeader(rule.name, value)
      case .remove: try call.setRequestHeader(rule.name, nil)
      }
    }
    return .proceed
  }

  /// Returns the rules for the origin of a call, or nil if a quick test finds none. The caller needs all rules before
  /// it changes the request, because a change makes the text of the URL invalid.
  private func rulesForOrigin(of call: borrowing Call) -> [Rule]? {
    if !needsOrigin { return rules }
    return call.withRequestURL { url -> [Rule]? in
      if let url, !origins.isEmpty, !origins.contains(where: { $0.mayMatch(url) }) { return nil }
      let origin = url.flatMap { Origin($0) }
      return rules.filter { $0.isFor(origin) }
    }
  }
}
