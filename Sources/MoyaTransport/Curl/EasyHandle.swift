import CCurl
import COpenSSL
import Glibc
import MoyaHTTP

/// A libcurl easy handle, which still has the options of its last transfer. When the next transfer uses the handle,
/// only options that differ are set. For a request to the same URL, usually no option differs.
final class EasyHandle: CObject {
  let easy: UnsafeMutableRawPointer
  /// The transfer to which the callbacks deliver bytes, until the handle is recycled. It is not retained here, because
  /// the `Reactor`, which drives libcurl, holds a reference to the transfer for longer.
  private(set) var transfer: Unmanaged<Transfer>?
  private var held: Transfer? { transfer?.takeUnretainedValue() }

  unowned(unsafe) let reactor: Reactor
  /// The pool in which libcurl looks for connections. The property `shards` of the `Reactor` holds the reference.
  let unretainedPool: Unmanaged<ConnectionPool>
  var pool: ConnectionPool { unretainedPool.takeUnretainedValue() }
  let shard: Int
  /// True if connections to the transfer's host are spread over several pools (shards).
  var isSpread = false
  /// True if a connection is about to be opened for the transfer.
  var opens = false
  /// The connections that were opened for the transfer. Some can be closed already.
  var newConnections: [ConnectionLabel] = []
  private var failureText = FailureText()
  private var headers: HeaderList
  private var url = WarmURL()
  private var method = "GET"
  private var shape = Shape.plain
  private var reportsProgress = false
  /// True if libcurl closes the connection when the transfer ends.
  private(set) var forbidsReuse = false
  private var connectsLong = false
  private var target: String?
  /// The proxy's URL, as given to libcurl; empty if there is none.
  private var proxy = ""
  /// Whether the certificates of the origin and of the proxy must match the host names.
  private var checksName = (origin: true, proxy: true)
  /// The cipher list that is set for the transfer (`Overrides.ciphers`). libcurl reuses a connection only for an equal
  /// list, so transfers with different overrides never share one. `nil` if the transfer has no overrides.
  var ciphers: String?
  /// True if the transfer gets a connection that no other transfer has used.
  var isFresh = false
  /// True if no other transfer may use the handle. Traces remain in a handle that had a credential, that was limited to
  /// HTTP/1.1, or for which libcurl refused an option.
  private(set) var isTainted = false
  /// True if libcurl had no memory for the text of an option. The option then has its old value.
  private var lacksMemory = false
  /// A small body, which libcurl sends in one piece with the header section. Its memory is reused by later transfers.
  private let small = BodyBuffer()
  var holdsWindow = false
  /// The remote end of the last transfer's connection.
  private(set) var peer = Held<TransferRecord.Peer>()
  /// The address of `peer`, in libcurl's format.
  private var peerText: UnsafeMutablePointer<CChar>?

  /// CURLAUTH_DIGEST | CURLAUTH_ONLY: libcurl sends the whole request, and authenticates if the server asks. If only
  /// CURLAUTH_DIGEST were set, libcurl would assume that the server asks, and would first send the request without its
  /// body. A server that does not ask would treat this as the whole request. (CURLAUTH_BASIC is 1.)
  static let digest = 2 | 1 << 31

  /// How long libcurl tries to connect if no other limit is set, in milliseconds.
  private static let connectLimit: UInt32 = 300_000

  /// The kind of body for which libcurl's options are set.
  private enum Shape: Equatable {
    case plain
    case head
    case memory
    case stream
  }

  init(reactor: Reactor, pool: ConnectionPool) throws(TransferError) {
    guard let easy = curl_easy_init() else { throw EasyHandle.outOfMemory }
    self.easy = easy
    self.reactor = reactor
    unretainedPool = .passUnretained(pool)
    shard = pool.shard
    headers = HeaderList(reactor.configuration)
    setBase()
    if lacksMemory { throw EasyHandle.outOfMemory }
  }

  deinit {
    curl_easy_cleanup(easy)
    failureText.free()
    free(peerText)
  }

  /// libcurl's text about the last failure; may be empty.
  var detail: String { String(cString: failureText.bytes) }

  /// True if libcurl has reported an error since `forgetFailure`.
  var hasFailed: Bool { failureText.isSet }

  func forgetFailure() { failureText.forget() }

  /// How far libcurl came on the way to the origin in the last transfer.
  var route: CurlFailure.Route {
    CurlFailure.Route(
      proxy: ProxySettings.name(of: proxy), proxyStatus: long(CURLINFO_HTTP_CONNECTCODE), tunnel: tunnel,
      distrustsProxy: long(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0,
      errorNumber: Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)))
  }

  private var tunnel: CurlFailure.Tunnel? {
    guard let transfer = held, case .connecting(_, let handshakes) = transfer.run.link, transfer.origin.isSecure,
      !proxy.isEmpty
    else { return nil }
    switch ProxySettings.scheme(of: proxy) {
    case "http": return handshakes == 0 ? .asked : .open
    case "https": return handshakes < 2 ? .asked : .open
    default: return nil
    }
  }

  /// An upper estimate of the size of the request's header section in HTTP/2, in bytes (nghttp2_hd_deflate_bound). The
  /// estimate counts twelve extra bytes for each field, four pseudo fields, and what libcurl adds. nghttp2's limit
  /// applies to this estimate, not to the compressed size.
  var headSize: Int {
    let urlSize = transfer?._withUnsafeGuaranteedRef { $0.request.urlText.utf8.count } ?? 0
    return headers.size + urlSize + method.utf8.count + 200
  }

  /// The HTTP version of the connection that the request is about to use. TLS has negotiated this version with the
  /// origin (RFC 7301). libcurl reports the version (CURLINFO_HTTP_VERSION) only with the response. Without TLS to the
  /// origin, the version is HTTP/1.1. OpenSSL is then not asked, because it could only report on the TLS of a proxy.
  var version: HTTPVersion {
    let isSecure = transfer?._withUnsafeGuaranteedRef { $0.origin.isSecure } ?? false
    return isSecure && moya_tls_speaks_http2(moya_curl_ssl(easy)) != 0 ? .http2 : .http11
  }

  /// True if OpenSSL holds data that it has read from the connection and that libcurl has not taken yet.
  var holdsInput: Bool { moya_tls_holds_input(moya_curl_ssl(easy)) != 0 }

  var hasSecureProxy: Bool { ProxySettings.isSecure(proxy) }

  /// Returns the number of bytes that OpenSSL has read from the connection. If `ahead` is true, OpenSSL may read more
  /// bytes from now on than libcurl takes. If it is false, OpenSSL reads only the bytes that libcurl takes.
  func readTLS(ahead: Bool) -> UInt64 { moya_tls_read(moya_curl_ssl(easy), ahead ? 1 : 0) }

  private static let outOfMemory = TransferError(.memory, "there is no memory for a request")

  /// Sets an option to a text. libcurl copies the text.
  func set(_ option: CURLoption, _ text: String?) {
    if moya_curl_set_text(easy, option, text) == CURLE_OUT_OF_MEMORY { lacksMemory = true }
  }

  /// Sets all options for the transfer. If this throws, for example `.memory`, libcurl may have refused an option, so
  /// our record of what is set may be wrong. The handle is then not used again (`isTainted`).
  func prepare(_ transfer: Transfer, of reactor: Reactor) throws(TransferError) {
    do throws(TransferError) {
      try setAll(transfer, reactor)
      if lacksMemory { throw EasyHandle.outOfMemory }
    } catch {
      isTainted = true
      throw error
    }
  }

  private func setAll(_ transfer: Transfer, _ reactor: Reactor) throws(TransferError) {
    self.transfer = .passUnretained(transfer)
    failureText.clear()
    // This comparison comes first, because it does not retain the text.
    if url.isSet(to: transfer.request.urlText) {
      url.keep(on: easy)
    } else {
      try url.set(transfer.request.urlText, on: easy)
    }
    url.setBuffer(on: easy, isDownload: transfer.options.downloadPath != nil)
    try setBody(transfer)
    let fields = reactor.keepsState ? transfer.fieldsWithCookies : transfer.request.headerFields
    let hasBody = shape == .memory || shape == .stream
    if try headers.update(fields, hasBody: hasBody, isBare: transfer.options.hasOnlyOwnHeaders) {
      moya_curl_set_list(easy, CURLOPT_HTTPHEADER, headers.list)
      moya_curl_set_list(easy, CURLOPT_PROXYHEADER, headers.proxyList)
    }
    if transfer.overrides != nil || ciphers != nil { setOverrides(transfer.overrides, transfer) }
    if transfer.overrides != nil || transfer.resends.needsNewConnection || isFresh { setFreshness(transfer) }
    if transfer.needsHTTP1 {
      moya_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      if transfer.body.hasTrailers { moya_curl_set_trailer_function(easy, sendTrailers) }
      // Only requests that leave HTTP/2 have this cipher list, so only they share a connection (`Overrides.ciphers`).
      if transfer.run.leavesHTTP2 { set(CURLOPT_SSL_CIPHER_LIST, (ciphers ?? "DEFAULT") + ":moya-http1") }
      isTainted = true
    }
    if reactor.hasProxies || !proxy.isEmpty || ciphers != nil {
      let proxy = (transfer.overrides?.proxies ?? reactor.proxies).url(for: transfer.origin)
      if proxy != self.proxy {
        set(CURLOPT_PROXY, proxy)
        self.proxy = proxy
      }
    }
    if headers.proxyList != nil, transfer.redirects.isEmpty, !ProxySettings.takesFields(proxy) {
      throw TransferError(
        .invalidRequest, "header Proxy-Authorization is for a proxy, and none that reads it is asked for this request")
    }
    if reactor.configuration.tls != nil || ciphers != nil || checksName != (true, true) { setNameChecks(transfer) }
    if target != nil || url.target != nil { setTarget(transfer) }
    // In tunnels and in HTTP/2, a server can keep a call of libcurl from returning. Only reports of progress show this
    // (`Rounds`). The HTTP version is not known yet, so libcurl makes these reports for every secure transfer.
    let reports = transfer.origin.isSecure || transfer.reportsUpload || transfer.options.wantsSteps
    if reports != reportsProgress {
      moya_curl_set_long(easy, CURLOPT_NOPROGRESS, reports ? 0 : 1)
      reportsProgress = reports
    }
    setConnectTimeout(transfer.options.connectTimeout)
    if let credential = transfer.credential {
      set(CURLOPT_USERNAME, credential.user ?? "")
      set(CURLOPT_PASSWORD, credential.password ?? "")
      moya_curl_set_long(easy, CURLOPT_HTTPAUTH, transfer.options.wantsDigest ? EasyHandle.digest : 1 | 2)
      isTainted = true
    }
    if transfer.hasUserInformation { isTainted = true }
  }

  /// The host to which the transfer connects. This is the proxy's host, or without a proxy, the origin's host. An IPv6
  /// address has no brackets.
  var connectedHost: String? { proxy.isEmpty ? held?.origin.host : ProxySettings.host(of: proxy) }

  /// Applies the session's and the transfer's TLS rules to the handshake that is about to begin, with a proxy or with
  /// the origin. Returns false if they cannot be applied.
  func secure(_ context: UnsafeMutableRawPointer) -> Bool {
    guard let transfer = held else { return true }
    failureText.receiveAlerts(on: context)
    let session = reactor.configuration.tls
    let isFirst = if case .connecting(_, handshakes: 0) = transfer.run.link { true } else { false }
    let isProxy = isFirst && ProxySettings.isSecure(proxy)
    // If the handshake is with a proxy, only the session's rules apply.
    let own = isProxy ? nil : transfer.overrides?.tls
    if session == nil, own == nil { return true }
    let host = isProxy ? ProxySettings.host(of: proxy) : transfer.origin.host
    (own?.rule(for: host) ?? session?.rule(for: host))?.apply(to: context)
    if isProxy { return true }
    if let own, own.hasIdentity { return own.appear(to: context, host: host, isFirst: !transfer.isAway) }
    return session?.appear(to: context, host: host) ?? true
  }

  /// Continues a paused transfer in the directions whose argument is true. libcurl may call callbacks from inside this
  /// function.
  func resume(receiving: Bool, sending: Bool) {
    curl_easy_pause(easy, (receiving ? 0 : CURLPAUSE_RECV) | (sending ? 0 : CURLPAUSE_SEND))
  }

  /// Prepares the handle for the next transfer. Do not call this for a handle that no other transfer may use
  /// (`isTainted`). `answered` is the number of bytes that the last transfer received.
  func recycle(answered: Int64) {
    transfer = nil
    failureText.ignoreAlerts()
    holdWindow(false)
    url.learn(answered)
    if forbidsReuse, reactor.configuration.connection.keepsConnections {
      moya_curl_set_long(easy, CURLOPT_FORBID_REUSE, 0)
      forbidsReuse = false
    }
  }

  /// Makes libcurl close this transfer's connection when the transfer ends. libcurl reads CURLOPT_FORBID_REUSE only at
  /// that moment, so this function can be called at any time until then.
  func forbidReuse() {
    if forbidsReuse { return }
    moya_curl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
    forbidsReuse = true
  }

  /// Notes the remote end of the connection that the request is about to use. The remote end is usually the same as for
  /// the last request.
  func notePeer(_ address: UnsafePointer<CChar>, _ port: Int32) {
    if let peerText, strcmp(peerText, address) == 0, peer.lend({ $0.port == port }) == true { return }
    free(peerText)
    peerText = strdup(address)
    peer.hold(TransferRecord.Peer(address: String(cString: address), port: port))
  }

  var connectTimes: TransferRecord.ConnectTimes {
    .init(
      name: offset(CURLINFO_NAMELOOKUP_TIME_T), connection: offset(CURLINFO_CONNECT_TIME_T),
      security: offset(CURLINFO_APPCONNECT_TIME_T))
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    moya_curl_get_long(easy, info, &value)
    return value
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    moya_curl_get_offset(easy, info, &value)
    return Int64(value)
  }

  /// Sets libcurl's connect timeout to a time after the library's own timeout, so that the library's timeout ends the
  /// transfer. If a value is set, libcurl makes a timer for each transfer. So no value is set if libcurl's default is
  /// long enough.
  private func setConnectTimeout(_ milliseconds: UInt32) {
    let connectsLong = milliseconds >= EasyHandle.connectLimit
    if connectsLong == self.connectsLong { return }
    moya_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connectsLong ? Int(Int32.max) : 0)
    self.connectsLong = connectsLong
  }

  private func setBody(_ transfer: Transfer) throws(TransferError) {
    let name = transfer.request.httpMethod ?? "GET"
    if case .none = transfer.body, shape == .plain, name == method { return }
    let shape: Shape
    switch transfer.body {
    case .none: shape = name == "HEAD" ? .head : RequestPlan.announcesEmptyBody(name) ? .memory : .plain
    case .small(_, length: 0) where name == "HEAD": shape = .head
    case .small: shape = .memory
    case .stream: shape = .stream
    }
    if shape != self.shape || shape == .memory || shape == .stream { try apply(shape, transfer.body) }
    let implied = shape == .plain ? "GET" : shape == .head ? "HEAD" : "POST"
    set(CURLOPT_CUSTOMREQUEST, name == implied ? nil : name)
    method = name
    self.shape = shape
  }

  private func apply(_ shape: Shape, _ body: OutgoingBody) throws(TransferError) {
    switch shape {
    case .plain:
      moya_curl_set_long(easy, CURLOPT_HTTPGET, 1)
    case .head:
      moya_curl_set_long(easy, CURLOPT_NOBODY, 1)
    case .memory:
      // If only POSTFIELDS were set, the option "no body" of an earlier HEAD would remain.
      if self.shape != .memory { moya_curl_set_long(easy, CURLOPT_POST, 1) }
      guard body.copy(to: small) else { throw TransferError(.memory, "there is no memory for the request's body") }
      // The pointer is not nil, even for an empty body. If it were nil, libcurl would call `sendBody`.
      moya_curl_set_pointer(easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: small.bytes.baseAddress))
      moya_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(small.count))
    case .stream:
      let piece = body.length < RequestPlan.largeUpload ? RequestPlan.uploadPiece : RequestPlan.largeUploadPiece
      moya_curl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, piece)
      moya_curl_set_pointer(easy, CURLOPT_POSTFIELDS, nil)
      moya_curl_set_long(easy, CURLOPT_POST, 1)
      moya_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.length))
    }
  }

  /// Makes libcurl send the path and query exactly as they are in the URL, except in two cases. A proxy without a
  /// tunnel gets the whole URL as it is. A request with a credential has the path as libcurl would write it, because
  /// Digest signs that form.
  private func setTarget(_ transfer: Transfer) {
    let takesPath = proxy.isEmpty || transfer.origin.isSecure || proxy.hasPrefix("socks")
    let isPlain = transfer.credential == nil && !transfer.hasUserInformation
    target = takesPath && isPlain ? url.target : nil
    set(CURLOPT_REQUEST_TARGET, target)
  }

  /// The options that every transfer needs, in addition to the callbacks. docs/internals/transport.md gives the
  /// reasons.
  private static let base: [(CURLoption, Int)] = [
    (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 1), (CURLOPT_QUICK_EXIT, 1), (CURLOPT_FOLLOWLOCATION, 0),
    (CURLOPT_PATH_AS_IS, 1), (CURLOPT_HTTP_TRANSFER_DECODING, 0), (CURLOPT_TCP_KEEPALIVE, 1),
    (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    (CURLOPT_HTTP_VERSION, Int(Library.speaksSafeHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)),
    (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)), (CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
  ]

  private static let baseTexts: [(CURLoption, String?)] = [
    (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"), (CURLOPT_PROXY, ""),
    (CURLOPT_NOPROXY, ""), (CURLOPT_CAPATH, nil), (CURLOPT_PROXY_CAPATH, nil),
  ]

  /// The options that say which context libcurl passes to a callback. Here the context is this handle.
  private static let contexts = [
    CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
    CURLOPT_TRAILERDATA, CURLOPT_SSL_CTX_DATA, CURLOPT_PREREQDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA,
    CURLOPT_RESOLVER_START_DATA,
  ]

  private func setNameChecks(_ transfer: Transfer) {
    let (tls, host) = (reactor.configuration.tls, transfer.origin.host)
    let proxyHost = ProxySettings.isSecure(proxy) ? ProxySettings.host(of: proxy) : nil
    let checks = (
      origin: (transfer.overrides?.tls.rule(for: host) ?? tls?.rule(for: host))?.checksName ?? true,
      proxy: proxyHost.flatMap { tls?.rule(for: $0)?.checksName } ?? true
    )
    if checks == checksName { return }
    moya_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, checks.origin ? 2 : 0)
    moya_curl_set_long(easy, CURLOPT_PROXY_SSL_VERIFYHOST, checks.proxy ? 2 : 0)
    checksName = checks
  }

  private func setConnection(_ options: ConnectionOptions) {
    if options.http == .http1 || options.unixSocket != nil {
      moya_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    if let path = options.unixSocket {
      let isAbstract = path.hasPrefix("@")
      let option = isAbstract ? CURLOPT_ABSTRACT_UNIX_SOCKET : CURLOPT_UNIX_SOCKET_PATH
      set(option, isAbstract ? String(path.dropFirst()) : path)
    }
    if let list = reactor.overrides?.list { moya_curl_set_list(easy, CURLOPT_RESOLVE, list) }
    if let interface = options.interface { setInterface(interface) }
    if let given = options.proxyAuthentication { setProxyAuthentication(given) }
    if !options.keepsConnections { return forbidReuse() }
    if let seconds = options.keepAlive { moya_curl_set_long(easy, CURLOPT_MAXAGE_CONN, Int(seconds)) }
  }

  private func setTrust(_ configuration: LoopConfiguration) {
    let needsStore = configuration.tls?.needsSystemStore != false
    if configuration.caFile != nil || !needsStore {
      let caFile = needsStore ? configuration.caFile : nil
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, caFile) }
    }
    if configuration.tls?.minimumVersion == .tls13 {
      for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] {
        moya_curl_set_long(easy, option, Int(CURL_SSLVERSION_TLSv1_3))
      }
    }
  }

  private func setBase() {
    for (option, value) in EasyHandle.base { moya_curl_set_long(easy, option, value) }
    for (option, text) in EasyHandle.baseTexts { set(option, text) }
    if let share = pool.share { moya_curl_set_pointer(easy, CURLOPT_SHARE, share) }
    setTrust(reactor.configuration)
    setConnection(reactor.configuration.connection)
    for option in EasyHandle.contexts { moya_curl_set_pointer(easy, option, address) }
    // The context is the loop's reactor, because a connection may be closed after the handle that opened it is gone.
    moya_curl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, reactor.address)
    moya_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, failureText.bytes)
    moya_curl_set_data_function(easy, CURLOPT_HEADERFUNCTION, receiveHeaderLine)
    moya_curl_set_data_function(easy, CURLOPT_WRITEFUNCTION, receiveBody)
    moya_curl_set_data_function(easy, CURLOPT_READFUNCTION, sendBody)
    moya_curl_set_seek_function(easy, rewindBody)
    moya_curl_set_ssl_context_function(easy, secureConnection)
    moya_curl_set_prereq_function(easy, connectionReady)
    moya_curl_set_progress_function(easy, reportProgress)
    moya_curl_set_lookup_function(easy, lookUp)
    moya_curl_set_open_socket_function(easy, openSocket)
    moya_curl_set_close_socket_function(easy, closeSocket)
  }
}

// MARK: - Overrides

/// Sets, on a transfer's handle, the settings in which the transfer differs from its loop. Few transfers have such
/// settings.
extension EasyHandle {
  /// - Parameter own: The transfer's overrides; `nil` for the loop's settings.
  func setOverrides(_ own: Overrides?, _ transfer: Transfer) {
    let ciphers = own?.ciphers(away: transfer.isAway)
    if ciphers == self.ciphers { return }
    self.ciphers = ciphers
    let session = reactor.configuration
    set(CURLOPT_SSL_CIPHER_LIST, ciphers)
    let isNewest = own?.tls.minimumVersion == .tls13 || session.tls?.minimumVersion == .tls13
    moya_curl_set_long(
      easy, CURLOPT_SSLVERSION, Int(isNewest ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2))
    let isOld =
      !Library.speaksSafeHTTP2 || session.connection.unixSocket != nil
      || (own?.http ?? session.connection.http) == .http1
    moya_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(isOld ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
    setInterface(own?.interface ?? session.connection.interface)
    // The session's credential is only for the session's proxy, so another proxy does not get it.
    setProxyAuthentication(
      own?.proxies == nil ? session.connection.proxyAuthentication : own?.proxyAuthentication)
  }

  func setFreshness(_ transfer: Transfer) {
    // Without TLS, libcurl could reuse a connection from another local address, because libcurl compares the names of
    // interfaces, but not addresses. So the transfer gets a connection of its own.
    let isAlone = transfer.overrides?.interface != nil && !transfer.origin.isSecure
    if isAlone { forbidReuse() }
    let isFresh = isAlone || transfer.resends.needsNewConnection
    if isFresh == self.isFresh { return }
    moya_curl_set_long(easy, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0)
    self.isFresh = isFresh
  }

  func setInterface(_ interface: String?) {
    // Without a prefix, libcurl could look up the name of an interface as a host name.
    let kind = interface.map { AddressNetwork.address($0) == nil ? "if!" : "host!" }
    set(CURLOPT_INTERFACE, interface.map { (kind ?? "") + $0 })
  }

  func setProxyAuthentication(_ given: Authentication?) {
    switch given {
    case .basic(let user, let password), .challenged(let user, let password), .digest(let user, let password):
      set(CURLOPT_PROXYUSERNAME, user)
      set(CURLOPT_PROXYPASSWORD, password)
      moya_curl_set_long(easy, CURLOPT_PROXYAUTH, given?.isDigest == true ? EasyHandle.digest : 1)  // CURLAUTH_BASIC
    case .bearer, nil:
      set(CURLOPT_PROXYUSERNAME, nil)
      set(CURLOPT_PROXYPASSWORD, nil)
      moya_curl_set_long(easy, CURLOPT_PROXYAUTH, 1)
    }
  }
}
