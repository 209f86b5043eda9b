import MoyaCore

/// An answer in the making: what a plugin gives, or makes of an answer that came.
struct AnswerDraft {
  var status = 200
  var content = TransferResponse.Content.data(Data())
  var fields = HeaderFields()
  private var base: Response?

  init() {}

  init(_ response: Response) {
    status = response.statusCode
    content = response.content
    fields = response.response?.headerFields ?? HeaderFields()
    base = response
  }

  func response(to request: URLRequest?) -> Response {
    let url = base?.response?.urlText ?? request?.urlText ?? ""
    return Response(
      statusCode: status, content: content, request: request,
      response: HTTPURLResponse(urlText: url, statusCode: status, fields: fields), metrics: base?.metrics,
      fileURL: base?.fileURL)
  }
}
