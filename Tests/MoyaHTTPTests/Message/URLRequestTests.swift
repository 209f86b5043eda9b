import FoundationEssentials
import MoyaHTTP
import Testing

@Suite struct URLRequestTests {
  @Test func `what Apple's networking is told is kept, by each copy for itself`() {
    let plain = URLRequest(urlText: "http://h/")
    var request = plain
    request.mainDocumentURL = URL(string: "http://h/main")
    request.networkServiceType = .background
    request.httpShouldHandleCookies = false
    request.httpShouldUsePipelining = true
    request.allowsCellularAccess = false
    request.allowsExpensiveNetworkAccess = false
    request.allowsConstrainedNetworkAccess = false
    request.assumesHTTP3Capable = true
    let copy = request
    request.networkServiceType = .voip

    #expect(copy.mainDocumentURL?.path == "/main" && copy.networkServiceType == .background)
    #expect(!copy.httpShouldHandleCookies && copy.httpShouldUsePipelining && copy.assumesHTTP3Capable)
    #expect(!copy.allowsCellularAccess && !copy.allowsExpensiveNetworkAccess && !copy.allowsConstrainedNetworkAccess)
    #expect(request.networkServiceType == .voip && plain.networkServiceType == .default && plain.allowsCellularAccess)
    #expect(request == plain, "the wire does not show it")
  }
}
