/// One operation of a definition.
package struct DefinedEndpoint: Sendable {
  package enum Validation: Sendable {
    case none, success, successAndRedirects
    case statuses([Int])
  }

  package enum Stub: Sendable {
    case standard, never, immediate
    case delayed(milliseconds: Int)
  }

  /// How lists are named in a query and a form.
  package enum Lists: Sendable {
    case brackets, plain, indexed
    /// A pattern with one `{key}`, and `{index}` where it is wanted.
    case custom(String)
  }

  package struct Sample: Sendable {
    package let status: Int
    package let fields: [(name: String, value: String)]
    package let body: String
  }

  package struct Result: Sendable {
    package let type: ValueType
    /// A key path; "" is the root.
    package let keyPath: String
    /// A date without an offset is in UTC.
    package let takesUTC: Bool
  }

  package let name: String
  package let summary: String?
  package let isDeprecated: Bool
  package let method: String
  /// Behind a `?` is a query that each call has.
  package let path: String
  package var hasQuery: Bool { path.utf8.contains(UInt8(ascii: "?")) }
  package let fields: [(name: String, value: String)]
  package let parameters: [DefinedParameter]
  /// Where the parameters that make a body go: to none, to one, or to one of several places, which each call chooses.
  package let bodies: [DefinedParameter.Place]
  package let lists: Lists
  /// In a query and a form: `true` and `false`, not 1 and 0.
  package let writesBoolsAsWords: Bool
  package let validation: Validation
  package let retry: DefinedRetry?
  package let timeout: Int?
  package let connectTimeout: Int?
  package let idleTimeout: Int?
  package let maximumBodySize: Int?
  package let maximumRedirects: Int?
  package let isShared: Bool
  /// A body in a content coding that is not known comes as it is.
  package let takesAnyCoding: Bool
  package let result: Result?
  package let sample: Sample?
  package let stub: Stub
  package let tags: [String]
}
