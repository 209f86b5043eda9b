import CCurl
import COpenSSL

/// The text in which libcurl writes why a transfer failed. libcurl writes only its first error. If a server refuses the
/// client certificate after the handshake, a write that fails can be the first error, so OpenSSL's text for the alert
/// then replaces it.
struct FailureText {
  let bytes: UnsafeMutablePointer<CChar>
  /// The TLS context of the connection that was opened for the transfer (an SSL_CTX).
  private var context: UnsafeMutableRawPointer?

  init() {
    bytes = .allocate(capacity: Int(CURL_ERROR_SIZE))
    bytes.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  /// Lets the alerts on connections of this context write the text.
  mutating func receiveAlerts(on context: UnsafeMutableRawPointer) {
    ignoreAlerts()
    moya_tls_hold(context)
    moya_tls_set_text(context, bytes)
    self.context = context
  }

  /// Lets no alert write the text any more. A connection can outlive the transfer.
  mutating func ignoreAlerts() {
    guard let context else { return }
    moya_tls_set_text(context, nil)
    moya_tls_release(context)
    self.context = nil
  }

  mutating func free() {
    ignoreAlerts()
    bytes.deallocate()
  }

  /// True if libcurl has reported an error since `forget`. When libcurl begins another connection, it clears only the
  /// first character of the text. So the second character is checked too.
  var isSet: Bool { bytes[0] != 0 || bytes[1] != 0 }

  func forget() {
    // If the first character of the text is not zero, the text stays. In this case libcurl writes no further text, so
    // if the text were cleared, a new failure would not be noticed.
    if bytes[0] == 0 { bytes[1] = 0 }
  }

  func clear() { (bytes[0], bytes[1]) = (0, 0) }
}
