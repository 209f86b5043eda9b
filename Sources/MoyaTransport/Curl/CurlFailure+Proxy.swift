import CCurl
import MoyaHTTP

extension CurlFailure {
  /// What a proxy is to blame for: that it cannot be reached or used, and whatever happens before its tunnel is there.
  static func proxy(
    _ code: CURLcode, _ route: Route, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String)? {
    guard let proxy = route.proxy else { return nil }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: return (.proxy, "the name of the proxy \(proxy) does not resolve")
    case CURLE_PROXY: return (.proxy, "the proxy \(proxy) refused to connect to \(peer)")
    case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_ABORTED_BY_CALLBACK:
      // Which code libcurl has for a refusal depends on its version.
      if route.proxyStatus != 0, route.proxyStatus / 100 != 2 {
        return (.proxy, "the proxy \(proxy) answered \(route.proxyStatus) for \(peer)")
      }
      if code == CURLE_COULDNT_CONNECT {
        if detail.contains("CONNECT tunnel failed") { return (.proxy, unreadableProxy(proxy, detail)) }
        let isUnknown = detail.contains("Unsupported proxy")
        return (.proxy, "no connection to the proxy \(proxy)\(isUnknown ? ": \(unsupported)" : route.reason)")
      }
    default: break
    }
    switch route.tunnel {
    case .asked: return unanswered(code, proxy, peer, detail)
    case .open: return unused(code, proxy, peer, detail)
    case nil: return nil
    }
  }

  private static func unreadableProxy(_ proxy: String, _ detail: String) -> String {
    guard let fault = unreadable(detail) else {
      return "the proxy \(proxy) broke HTTP: its answer to CONNECT cannot be read"
    }
    return "the proxy \(proxy) broke HTTP in its answer to CONNECT: \(fault)"
  }

  private static let unsupported = "a proxy of that kind is not supported"

  /// CONNECT was not answered, or not understandably.
  private static func unanswered(
    _ code: CURLcode, _ proxy: String, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String)? {
    switch code {
    case CURLE_RECV_ERROR where detail.contains("too large"), CURLE_ABORTED_BY_CALLBACK, CURLcode(rawValue: 100),
      CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory:
      (.proxy, "the proxy \(proxy) sent too large a header section in answer to CONNECT")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the proxy \(proxy) closed the connection instead of connecting to \(peer)")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_WRITE_ERROR:
      (.proxy, unreadableProxy(proxy, detail))
    default: nil
    }
  }

  /// The proxy has said that the tunnel is there, and what comes through it is no TLS, or nothing. The origin may be to
  /// blame as well, which cannot be told at this end of the tunnel.
  private static func unused(
    _ code: CURLcode, _ proxy: String, _ peer: String, _ detail: String
  ) -> (TransferError.Kind, String)? {
    switch code {
    case CURLE_SSL_CONNECT_ERROR where isNoTLS(detail):
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) carries no TLS")
    case CURLE_SSL_CONNECT_ERROR where isBroken(detail), CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) broke in the TLS handshake")
    default: nil
    }
  }
}
