import Moya

struct Answer: Decodable { let number: Int }

enum Questions: TargetType {
  case answer

  var baseURL: URL { URL(string: "https://questions.example") ?? URL(filePath: "/") }
  var path: String { "answer" }
  var sampleData: Data { Data(#"{"number": 42}"#.utf8) }
}

let provider = MoyaProvider<Questions>(stubClosure: MoyaProvider.immediatelyStub)
let answer = try await provider.request(.answer).map(Answer.self)
precondition(answer.number == 42)
precondition(encodedQuery(of: ["page": 1]) == "page=1")
print(answer)
