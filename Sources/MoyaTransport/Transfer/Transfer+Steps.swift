import CClock
import CCurl
import Glibc
import MoyaHTTP

/// Reports the steps of a transfer to its observer. Everything here runs inside callbacks of libcurl. Except for
/// `lookupBegins`, call these functions only if the options have `wantsSteps`.
extension Transfer {
  func report(_ kind: TransferStep.Kind, address: String = "", port: Int32 = 0, httpVersion: String = "") {
    run.step = kind
    observer?.transferDidBegin(TransferStep(kind, address: address, port: port, httpVersion: httpVersion))
    moya_clock_refresh()
  }

  /// Reports that the lookup of the host begins. libcurl calls back even for a host that is an address, and once for
  /// each kind of address that it looks up. Only the first lookup of a name is reported.
  func lookupBegins() {
    guard options.wantsSteps, run.step != .resolve, let host = handle?.connectedHost,
      AddressNetwork.address(host) == nil
    else { return }
    report(.resolve)
  }

  func connectingBegins(_ address: UnsafeMutablePointer<curl_sockaddr>) {
    guard [AF_INET, AF_INET6].contains(address.pointee.family) else { return report(.connect) }
    let start = UnsafeRawPointer(address) + (MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
    let host = String(unsafeUninitializedCapacity: Int(NI_MAXHOST)) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let place = text.baseAddress else { return 0 }
        let isKnown = getnameinfo(
          start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.pointee.addrlen), place,
          socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return isKnown == 0 ? strlen(place) : 0
      }
    }
    // The addresses of IPv4 and of IPv6 have the port at the same offset.
    let port = start.loadUnaligned(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
    report(.connect, address: host, port: Int32(UInt16(bigEndian: port)))
  }

  func sendingBegins(on handle: EasyHandle) {
    run.sentBefore = Int64(moya_curl_sent_time(handle.easy))
    let peer = handle.peer.object
    let version = version.map { "\($0.text)" } ?? ""
    report(.sendHead, address: peer?.address ?? "", port: peer?.port ?? 0, httpVersion: version)
  }

  /// Reports that the sending of the body has begun or has ended. Call this whenever libcurl has run the transfer.
  /// - Parameter sent: The number of bytes of the body that were sent.
  func reportSending(_ sent: Int64) {
    guard let handle, run.step == .sendHead || run.step == .sendBody else { return }
    if run.step == .sendHead, sent > 0, body.length != 0 { report(.sendBody) }
    if Int64(moya_curl_sent_time(handle.easy)) != run.sentBefore { report(.receive) }
  }
}
