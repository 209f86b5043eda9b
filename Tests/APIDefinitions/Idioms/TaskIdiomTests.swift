import Foundation
import Moya
import Testing

struct `Tasks and answers that applications take apart` {
  private let photo = MultipartFormData(
    provider: .data(Data("jpeg".utf8)), name: "photo", fileName: "a.jpg", mimeType: "image/jpeg")
  private let caption = MultipartFormData(provider: .stream(InputStream(data: Data("sea".utf8)), 3), name: "caption")

  private func request(_ task: Moya.Task) throws -> URLRequest {
    try Endpoint(
      url: "https://notes.example/v1", sampleResponseClosure: { .networkResponse(200, Data()) }, method: .post,
      task: task, httpHeaderFields: nil
    ).urlRequest()
  }

  @Test func `a switch over Moya's cases of a Task needs no default`() throws {
    let file = URL(fileURLWithPath: "/tmp/note.txt")
    let tasks: [Moya.Task] = [
      .requestPlain, .requestData(Data()), .requestParameters(parameters: [:], encoding: URLEncoding.queryString),
      .requestCompositeData(bodyData: Data(), urlParameters: [:]),
      .requestCompositeParameters(bodyParameters: [:], bodyEncoding: JSONEncoding.default, urlParameters: [:]),
      .uploadFile(file), .uploadMultipart([photo]), .uploadCompositeMultipart([photo], urlParameters: [:]),
      .uploadMultipartFormData([MultipartFormBodyPart(provider: .file(file), name: "note")]),
    ]
    for task in tasks { #expect(try request(task.adding(["key": "k"])).url?.query == "key=k") }
    #expect(Moya.Task.requestJSONEncodable([1]).adding(["key": "k"]).parts.isEmpty)
  }

  @Test func `the parts of a form tell their names and where their bytes come from`() {
    let lines = ["photo a.jpg image/jpeg: 4 bytes", "caption - -: 3 bytes of a stream"]
    #expect(Moya.Task.uploadMultipart([photo, caption]).parts == lines)
    #expect(Moya.Task.uploadCompositeMultipart([photo, caption], urlParameters: [:]).parts == lines)
    let part = MultipartFormBodyPart(provider: .file(URL(fileURLWithPath: "/tmp/note.txt")), name: "note")
    #expect(Moya.Task.uploadMultipart([part]).parts == ["note - -: note.txt"])
    #expect(MultipartFormData(parts: []).name == "")
  }

  @Test func `answers' heads are compared, kept in sets and logged`() throws {
    let url = try #require(URL(string: "https://notes.example/v1"))
    let made = { HTTPURLResponse(url: url, statusCode: $0, httpVersion: nil, headerFields: ["A": "b"]) }
    let head: URLResponse? = made(200)
    #expect(head == made(200))
    #expect(head != made(404))
    #expect(Set([made(200), made(200), made(404)]).count == 2)
    let text = "<HTTPURLResponse> { URL: \(url) } { Status Code: 200, Headers [\"A\": \"b\"] }"
    #expect(made(200)?.debugDescription == text)
    #expect(URLRequest(url: url).debugDescription == url.absoluteString)
  }

  @Test func `mapped JSON is written again and taken apart by Foundation, nulls too`() throws {
    let text = #"{"list":[1,2.5,true,null],"name":"sea"}"#
    let value = try Response(statusCode: 200, data: Data(text.utf8)).mapJSON()
    #expect(JSONSerialization.isValidJSONObject(value))
    #expect(try JSONSerialization.data(withJSONObject: value, options: .sortedKeys) == Data(text.utf8))
    let list = try #require((value as? NSDictionary)?["list"] as? NSArray)
    #expect(list[0] as? NSNumber == 1)
    #expect(list[3] is NSNull)
    #expect(NSNull() as Any is JSONNull)
  }

  @Test func `an NSError made of Moya's holds the underlying one`() throws {
    let error = MoyaError.underlying(TransferError.cancelled, nil) as NSError
    #expect(error.domain == MoyaError.errorDomain)
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? any Error)
    #expect((underlying as NSError).code == NSURLErrorCancelled)
  }

  @Test func `a request can be answered by a token of the application's own`() {
    let token: Cancellable = NoRequest()
    token.cancel()
    #expect(token.isCancelled)
  }

  @Test func `a progress is made of Foundation's`() {
    let progress = Progress(totalUnitCount: 4)
    progress.completedUnitCount = 1
    #expect(ProgressResponse(progress: progress).progress == 0.25)
    #expect(ProgressResponse(progress: progress).progressObject?.totalUnitCount == 4)
    #expect(ProgressResponse(progress: progress, response: Response(statusCode: 200, data: Data())).completed)
    #expect(ProgressResponse(progress: Progress(totalUnitCount: -1)).progress == 0)
    let none: Progress? = nil
    #expect(ProgressResponse(progress: none).progressObject == nil)
    #expect(ProgressResponse(progress: nil).progress == 0 && ProgressResponse().progressObject == nil)
  }

  @Test func `Moya's name of a form's builder names a form`() throws {
    func form(_ part: MultipartFormBodyPart) -> RequestMultipartFormData { RequestMultipartFormData(parts: [part]) }
    let note = form(MultipartFormBodyPart(provider: .data(Data("sea".utf8)), name: "note"))
    #expect(Moya.Task.uploadMultipartFormData(note).parts == ["note - -: 3 bytes"])
  }
}
