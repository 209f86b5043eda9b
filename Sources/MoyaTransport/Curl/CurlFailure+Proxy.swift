import CCurl
import MoyaHTTP

extension CurlFailure {
  /// What a proxy is to blame for: that it cannot be reached or used, and whatever happens before its tunnel is there.
  var ofProxy: Meaning? {
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
        if detail.contains("CONNECT tunnel failed") { return (.proxy, unreadable(proxy)) }
        let isUnknown = detail.contains("Unsupported proxy")
        let reason = isUnknown ? ": a proxy of that kind is not supported" : route.reason
        return (.proxy, "no connection to the proxy \(proxy)\(reason)")
      }
    default: break
    }
    switch route.tunnel {
    case .asked: return unanswered(proxy)
    case .open: return unused(proxy)
    case nil: return nil
    }
  }

  private func unreadable(_ proxy: String) -> String {
    guard let fault = unreadable else {
      return "the proxy \(proxy) broke HTTP: its answer to CONNECT cannot be read"
    }
    return "the proxy \(proxy) broke HTTP in its answer to CONNECT: \(fault)"
  }

  /// CONNECT was not answered, or not understandably.
  private func unanswered(_ proxy: String) -> Meaning? {
    switch code {
    case CURLE_RECV_ERROR where detail.contains("too large"), CURLE_ABORTED_BY_CALLBACK, CURLcode(rawValue: 100),
      CURLE_OUT_OF_MEMORY where Library.mistakesSizeForMemory:
      (.proxy, "the proxy \(proxy) sent too large a header section in answer to CONNECT")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the proxy \(proxy) closed the connection instead of connecting to \(peer)")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_WRITE_ERROR:
      (.proxy, unreadable(proxy))
    default: nil
    }
  }

  /// The proxy has said that the tunnel is there, and what comes through it is no TLS, or nothing. The origin may be to
  /// blame as well, which cannot be told at this end of the tunnel.
  private func unused(_ proxy: String) -> Meaning? {
    switch code {
    case CURLE_SSL_CONNECT_ERROR where isNoTLS:
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) carries no TLS")
    case CURLE_SSL_CONNECT_ERROR where isBroken, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      (.proxy, "the tunnel of the proxy \(proxy) to \(peer) broke in the TLS handshake")
    default: nil
    }
  }
}
