import FoundationEssentials

/// An answer's head, with Foundation's spelling.
///
/// Unchecked, since it is open; immutable.
open class URLResponse: @unchecked Sendable {
  /// The URL that answered, after redirects.
  public let urlText: String
  public var url: URL? { URL(string: urlText) }

  init(urlText: String) { self.urlText = urlText }

  func isEqual(_ other: URLResponse) -> Bool {
    urlText.hasBytes(of: other.urlText) && type(of: self) == type(of: other)
  }

  public var description: String { "<URLResponse> { URL: \(ShownURL.text(urlText)) }" }

  /// The media type without its parameters, lower-cased; `nil` when the server named none.
  open var mimeType: String? { nil }
  /// `charset` of the media type.
  open var textEncodingName: String? { nil }
  /// Bytes announced by Content-Length; −1: unknown.
  open var expectedContentLength: Int64 { -1 }
}

extension URLResponse: Hashable {
  public static func == (left: URLResponse, right: URLResponse) -> Bool { left === right || left.isEqual(right) }

  public func hash(into hasher: inout Hasher) { hasher.combine(urlText) }
}

extension URLResponse: CustomStringConvertible, CustomDebugStringConvertible {
  public var debugDescription: String { description }
}
