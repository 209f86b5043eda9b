import CCurl
import Glibc
import MoyaHTTP

/// What can be wrong with a session's `ConnectionOptions`.
extension LoopConfiguration {
  func checkConnection() throws(Fault) {
    if connection.http == .http2, !Library.speaksSafeHTTP2 {
      throw Fault(part: .http, reason: "this libcurl speaks no HTTP/2 that is safe")
    }
    if let path = connection.unixSocket { try checkUnixSocket(path) }
    for (index, text) in connection.resolve.enumerated() where AddressOverride(text) == nil {
      throw Fault(part: .resolve(index), reason: "it is not \"HOST:PORT:ADDRESS\"")
    }
    if let interface = connection.interface, !LoopConfiguration.isLocal(interface) {
      throw Fault(part: .interface, reason: "this machine has neither an interface nor an address of that name")
    }
    if let text = connection.proxyExceptions, let index = ProxyExceptions.fault(in: text) {
      throw Fault(
        part: .proxyExceptions, reason: "its entry \(index) is neither a host's name, an address nor a network")
    }
    if let given = connection.proxyAuthentication { try checkProxyAuthentication(given) }
  }

  private func checkUnixSocket(_ path: String) throws(Fault) {
    let room = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size
    let reason: String? =
      if path.isEmpty || path == "@" { "it is empty" } else if path.utf8.contains(0) {
        "it contains a NUL"
      } else if path.utf8.count >= room {
        "it is longer than the \(room - 1) bytes that the kernel takes"
      } else if connection.http == .http2 { "HTTP/2 is not spoken there" } else if addresses != nil {
        "an address guard has nothing to look at there: set one or the other"
      } else if proxy?.isEmpty == false { "no proxy is asked there: set one or the other" } else { nil }
    if let reason { throw Fault(part: .unixSocket, reason: reason) }
  }

  private func checkProxyAuthentication(_ given: Authentication) throws(Fault) {
    var reason = given.fault
    if case .bearer = given { reason = "a proxy takes Basic or Digest" }
    if let proxy, ProxySettings.hasUserInformation(proxy) { reason = "the proxy's URL names a user too" }
    if let reason { throw Fault(part: .proxyAuthentication, reason: reason) }
  }

  /// A name of an interface, or an address to which a socket of this machine can be bound.
  private static func isLocal(_ text: String) -> Bool {
    if text.utf8.contains(0) { return false }
    guard let bytes = AddressNetwork.address(text) else { return if_nametoindex(text) != 0 }
    let isVersion4 = bytes.count == 4
    let number = socket(isVersion4 ? AF_INET : AF_INET6, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if number < 0 { return true }  // for want of a descriptor, or of IPv6: then the connection says why
    defer { close(number) }
    var address = sockaddr_in6()
    return withUnsafeMutableBytes(of: &address) { room in
      room.storeBytes(of: sa_family_t(isVersion4 ? AF_INET : AF_INET6), as: sa_family_t.self)
      for (index, byte) in bytes.enumerated() { room[(isVersion4 ? 4 : 8) + index] = byte }
      let size = isVersion4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      return bind(number, room.bindMemory(to: sockaddr.self).baseAddress, socklen_t(size)) == 0
    }
  }
}

/// `HOST:PORT:ADDRESS,…`, as libcurl takes it.
struct AddressOverride {
  let text: String

  init?(_ given: String) {
    let parts = given.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let port = UInt16(parts[1]), port > 0 else { return nil }
    let host = InternationalHost.ascii(parts[0]).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard host == "*" || HostPattern(host)?.isOne == true else { return nil }
    let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    guard addresses.allSatisfy({ AddressOverride.isAddress(String($0)) }) else { return nil }
    text = "\(host):\(port):\(parts[2])"
  }

  private static func isAddress(_ text: String) -> Bool {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let address = AddressNetwork.address(isBracketed ? String(text.dropFirst().dropLast()) : text)
    return address?.count == (isBracketed ? 16 : 4)
  }
}
