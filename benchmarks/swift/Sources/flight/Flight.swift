import Dispatch
import Glibc
import Moya

/// `flight URL REQUESTS IN_FLIGHT callbacks|async|chunks|arrived|waiting`: sends requests through the Swift provider.
/// As the C programs do, it warms up with a tenth of the requests and prints requests per second. With `chunks` and
/// `arrived`, it instead reads a stream of REQUESTS chunks, which a backend in this program makes. With `waiting`,
/// tasks only wait.
@main enum Flight {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let url = URL(string: arguments[1]), let requests = Int(arguments[2]),
      let inFlight = Int(arguments[3])
    else {
      print("usage: flight URL REQUESTS IN_FLIGHT callbacks|async|chunks|arrived|waiting")
      exit(2)
    }
    let user = User(baseURL: url)
    let form = arguments[4]
    @Sendable func fly(_ requests: Int) async {
      if form == "async" {
        await inTasks(user, requests, inFlight)
      } else if form == "chunks" || form == "arrived" {
        await readChunks(user, requests, waits: form == "chunks")
      } else if form == "waiting" {
        await wait(requests)
      } else {
        await withCheckedContinuation { Callbacks(user, requests, then: $0.resume).start(inFlight) }
      }
    }
    // `main` is not `async`. Otherwise the first thread would end in a sigsuspend, where valgrind 3.19 crashes.
    let finished = DispatchSemaphore(value: 0)
    _Concurrency.Task.detached {
      await fly(requests / 10 + inFlight)
      let time = await ContinuousClock().measure { await fly(requests) }
      print(Double(requests) / (time / .seconds(1)))
      finished.signal()
    }
    finished.wait()
  }
}

/// The target of the small JSON object that the server of the benchmarks sends.
struct User: TargetType {
  static let body = #"{"id":583231,"login":"octocat","followers":17}"#

  let baseURL: URL
  var path: String { "" }
}

/// Ends the program if a response is wrong, because a benchmark that counts failures measures nothing.
func check(_ result: Result<Response, MoyaError>) {
  if case .success(let response) = result, response.statusCode == 200, response.data.count == User.body.utf8.count {
    return
  }
  print("a wrong answer: \(result)")
  exit(1)
}
