/// A version of HTTP: what a connection speaks, or what a status line names.
package enum HTTPVersion: Sendable {
  case http10
  case http11
  case http2

  /// One connection carries many requests at a time, each in a stream of its own.
  package var isMultiplexed: Bool { self == .http2 }

  /// As a status line writes it; HTTP/2 has no minor version (RFC 9113 §8.3.1).
  package var text: StaticString {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    }
  }
}
