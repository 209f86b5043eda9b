import CCurl

extension EasyHandle {
  /// A stream's window as it begins, in the versions of libcurl that HTTP/2 is spoken with.
  private static let firstWindow: curl_off_t = 64 << 10

  /// Leaves the window of an HTTP/2 stream as it is until an answer comes: libcurl would enlarge it right behind each
  /// request, in a TLS record and a packet of its own, for nothing if the answer ends within the first 64 KiB. libcurl
  /// derives the window from its limit of the speed; so a limit is set as long as there is nothing yet that it could
  /// slow down.
  ///
  /// Only for a host whose answers were small (`Host.answersAreSmall`): streams that wait for a window cost their
  /// server, and one that sends small frames gives up the connection. nginx does, at 10 000 frames of DATA in all
  /// streams; with `http2_chunk_size 10` two streams of 64 KiB are more than that.
  ///
  /// - Parameter isHeld: false when the answer has begun, or none will come.
  func holdWindow(_ isHeld: Bool) {
    if isHeld == holdsWindow { return }
    moya_curl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, isHeld ? EasyHandle.firstWindow : 0)
    holdsWindow = isHeld
  }
}
