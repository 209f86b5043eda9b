import CCurl

extension EasyHandle {
  /// A stream's window as it begins, in this libcurl.
  private static let firstWindow: curl_off_t = 64 << 10

  /// Leaves the window of an HTTP/2 stream as it is until an answer comes: libcurl would enlarge it right behind each
  /// request, in a TLS record and a packet of its own, though most answers end within the first 64 KiB. libcurl derives
  /// the window from its limit of the speed; so a limit is set as long as there is nothing yet that it could slow down.
  func holdWindow() {
    guard Library.growsWindowsAtOnce else { return }
    moya_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, EasyHandle.firstWindow)
    holdsWindow = true
  }

  /// The answer has begun, or none will come.
  func releaseWindow() {
    guard holdsWindow else { return }
    moya_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, 0)
    holdsWindow = false
  }
}
