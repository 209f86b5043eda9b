import Moya
import MoyaTestSupport
import Testing

/// Errors with bodies. For each status, the target names the type of the body.
@Suite struct ErrorBodyTests {
  /// How the request is made.
  enum Face: CaseIterable, Sendable { case plain, written, multi, untyped, untypedWritten }

  private func send(_ face: Face, _ session: Session) async throws(ValueError<SignUpFault>) -> Account {
    switch face {
    case .plain: try await MoyaProvider<SignUp>(session: session).value(SignUp())
    case .written: try await MoyaProvider<SignUp>(session: session).value(SignUp(), as: Account.self)
    case .multi: try await MoyaProvider<MultiTarget>(session: session).value(SignUp())
    case .untyped: try await MoyaXProvider(session: session).value(SignUp())
    case .untypedWritten: try await MoyaXProvider(session: session).value(SignUp(), as: Account.self)
    }
  }

  struct Row: Sendable {
    let status: Int
    let body: String
    /// `nil`: no rule reads the response.
    let fault: SignUpFault?
  }

  @Test(
    arguments: [
      Row(status: 409, body: #"{"name": "ann"}"#, fault: .taken("ann")),
      Row(status: 422, body: #"{"errors": ["short", "late"]}"#, fault: .invalid(["short", "late"])),
      Row(status: 503, body: "busy", fault: .text("busy")),
      Row(status: 409, body: "<html>", fault: nil),
      Row(status: 422, body: "{}", fault: nil),
      Row(status: 404, body: #"{"name": "ann"}"#, fault: nil),
    ], Face.allCases)
  func `a call throws the body that the target names for the status`(row: Row, face: Face) async {
    do throws(ValueError<SignUpFault>) {
      _ = try await send(face, .answering(row.status, row.body))
      Issue.record("it should fail")
    } catch {
      switch error {
      case .statusCode(let fault, let response):
        #expect(fault == row.fault)
        #expect(response.statusCode == row.status)
      case .other(.statusCode(let response)):
        #expect(row.fault == nil)
        #expect(response.statusCode == row.status)
      case .other(let error): Issue.record("another error: \(error)")
      }
      #expect(error.errorBody == row.fault)
      #expect(error.response?.data == Data(row.body.utf8))
      #expect(error.message.contains("\(row.status)"))
    }
  }

  @Test(arguments: Face.allCases)
  func `a success has its value, and a value that cannot be read is another error`(face: Face) async throws {
    #expect(try await send(face, .answering(201, #"{"login": "ann"}"#)) == Account(login: "ann"))
    do throws(ValueError<SignUpFault>) {
      _ = try await send(face, .answering(201, "[]"))
      Issue.record("it should fail")
    } catch {
      guard case .other(.objectMapping) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(error.errorBody == nil)
    }
  }

  @Test func `all errors of an API may have one type`() async {
    do throws(ValueError<Account>) {
      let _: Account = try await MoyaProvider<Plain>(session: .answering(404, #"{"login": "ann"}"#)).value(Plain())
      Issue.record("it should fail")
    } catch {
      #expect(error.errorBody == Account(login: "ann"))
    }
  }

  @Test func `the error of a request has an error body, too`() async throws {
    var target = Probe()
    target.validationType = .successCodes
    let provider = MoyaXProvider(session: .answering(409, #"{"name": "ann"}"#), callbackQueue: .global())
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    let error = try await ending.reachedError()
    #expect(SignUp().errorBody(of: error) == .taken("ann"))
    #expect(SignUp().errorBody(of: .requestMapping("")) == nil)
  }

  @Test func `the texts of an error show no value of the response`() {
    let response = Response(statusCode: 409, data: Data("s3cret".utf8))
    let error = ValueError<SignUpFault>.statusCode(.taken("s3cret"), response)
    let other = ValueError<SignUpFault>.other(.statusCode(response))
    for text in ["\(error)", error.message, error.errorDescription ?? "", error.debugDescription, "\(other)"] {
      #expect(!text.isEmpty && !text.contains("s3cret"), "\(text)")
    }
  }
}
