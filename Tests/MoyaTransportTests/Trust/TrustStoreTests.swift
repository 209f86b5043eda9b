import MoyaTransport
import Testing

struct TrustStoreTests {
  @Test(
    arguments: [
      (configured: "/own.pem", named: "/named.pem", there: ["/etc/ssl/cert.pem"], file: "/own.pem"),
      (nil, "/named.pem", ["/etc/ssl/cert.pem"], "/named.pem"),
      (nil, "", ["/etc/ssl/cert.pem"], "/etc/ssl/cert.pem"),
      (nil, nil, ["/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"], "/etc/pki/tls/certs/ca-bundle.crt"),
      (nil, nil, ["/etc/ssl/ca-bundle.pem"], "/etc/ssl/ca-bundle.pem"),
      (nil, nil, [], nil),
    ] as [(configured: String?, named: String?, there: [String], file: String?)])
  func `the file of authorities is the configured one, SSL_CERT_FILE's, or the system's`(
    configured: String?, named: String?, there: [String], file: String?
  ) {
    let found = TrustStore.file(
      configured, environment: { $0 == "SSL_CERT_FILE" ? named : nil }, isThere: { there.contains($0) })
    #expect(found == file)
  }
}
