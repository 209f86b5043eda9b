import CMoya
import MoyaCore

/// How the exchange went.
extension CResponse {
  /// −1: not known, or no fact of that number.
  func info(_ what: moya_info) -> Int64 {
    if Int(what) == MOYA_INFO_ATTEMPTS { return response.attemptCount > 0 ? Int64(response.attemptCount) : -1 }
    guard let metrics = response.metrics else { return -1 }
    return switch Int(what) {
    case MOYA_INFO_HTTP_VERSION: CResponse.versions[metrics.httpVersion] ?? -1
    case MOYA_INFO_CONNECTION_REUSED: metrics.reusedConnection ? 1 : 0
    case MOYA_INFO_REMOTE_PORT: Int64(metrics.remotePort)
    case MOYA_INFO_BYTES_UP: metrics.bytesSent
    case MOYA_INFO_BYTES_DOWN: metrics.bytesReceived
    case MOYA_INFO_NAME_LOOKUP_US: metrics.nameLookup
    case MOYA_INFO_CONNECT_US: metrics.connect
    case MOYA_INFO_TLS_US: metrics.tlsHandshake
    case MOYA_INFO_FIRST_BYTE_US: metrics.firstByte
    case MOYA_INFO_TOTAL_US: metrics.total
    default: -1
    }
  }

  private static let versions: [String: Int64] = ["HTTP/1.0": 10, "HTTP/1.1": 11, "HTTP/2": 20]

  var remoteAddress: moya_str {
    guard let address = response.metrics?.remoteAddress, !address.isEmpty else { return moya_str() }
    return keep(.remoteAddress) { BodyBuffer(address) }
  }

  var redirects: [TransferMetrics.Redirection] { response.metrics?.redirects ?? [] }

  /// The URL of one of the redirects. `{NULL, 0}`: there is no memory for it.
  func redirectURL(_ index: Int) -> moya_str { keep(.redirect(index)) { BodyBuffer(redirects[index].urlText) } }
}
