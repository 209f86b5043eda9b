/// A version of HTTP: what a connection speaks, or what a status line names.
package enum HTTPVersion: Sendable {
  case http10
  case http11
  case http2

  /// One connection carries many requests at a time, each in a stream of its own.
  package var isMultiplexed: Bool { self == .http2 }
}
