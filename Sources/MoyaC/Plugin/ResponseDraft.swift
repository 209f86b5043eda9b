import MoyaCore

/// A response in the making: what a plugin gives, or makes of a response that came.
struct ResponseDraft {
  var status = 200
  var content = TransferResponse.Content.data(Data())
  /// The header fields; the status and the URL of this head are not used.
  private(set) var head = HTTPURLResponse(urlText: "", statusCode: 0, fields: HeaderFields())
  private var base: Response?

  init() {}

  init(_ response: Response) {
    status = response.statusCode
    content = response.content
    if let head = response.response { self.head = head }
    base = response
  }

  mutating func set(_ name: String, to value: String?) { head = head.setting(name, to: value) }

  func response(to request: URLRequest?) -> Response {
    let url = base?.response?.urlText ?? request?.urlText ?? ""
    return Response(
      statusCode: status, content: content, request: nil, response: head.with(statusCode: status, urlText: url),
      attempt: base?.attemptCount ?? 0, fileURL: base?.fileURL)
  }
}
