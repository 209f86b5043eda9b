import CMoya
import Glibc
import MoyaCore

/// A `moya_target` that `moya_target_copy` made, with everything to which the struct points.
///
/// The memory before the struct contains a pointer to this object. The object changes only while it is made, so any
/// thread may read the struct.
final class OwnedTarget {
  /// The data in memory before the struct.
  private struct Prefix {
    /// A number that marks a copy, so that `release` ignores other targets.
    var mark: UInt64
    var owner: Unmanaged<OwnedTarget>
  }

  private static let mark: UInt64 = 0x6D6F_7961_636F_7079

  private var blocks: [UnsafeMutableRawPointer] = []
  private var trees: [ValueTree] = []
  /// The owners of the caller's `user` pointers. The copy retains each owner, and so does each call that uses the
  /// owner's `user`.
  private var users: [OwnedUser] = []

  /// Makes a copy of a target. The caller owns the only reference to the copy.
  ///
  /// The target's `release_user` functions are called in every case, even after an error.
  ///
  /// - Parameter url: A URL that replaces the target's URL, including the path and the query. `nil` copies the target's
  ///   URL.
  static func copy(
    _ pointer: UnsafePointer<moya_target>?, to url: String? = nil
  ) throws(Failure) -> UnsafeMutablePointer<moya_target> {
    let owner = OwnedTarget()
    var target = try moya_target(copying: pointer)
    target.size = UInt32(MemoryLayout<moya_target>.size)
    let file = Result { () throws(Failure) in
      try target.download.map { (file) throws(Failure) in try KeptDownload(file, for: nil) }
    }
    let policy = target.retry.flatMap { KeptBytes(policy: $0, for: nil) }
    let task = try target.task.map { (task) throws(Failure) in try TargetTask(holding: task, for: nil) }
    do throws(Failure) {
      if url != nil { (target.base_url, target.path, target.path_values, target.path_value_count) = (nil, nil, nil, 0) }
      try owner.keepTexts(of: &target)
      if let url { target.base_url = try owner.keep(text: url) }
      target.task = try task.map { (task) throws(Failure) in UnsafePointer(try owner.keep(task, withQuery: url == nil))
      }
      target.download = try file.get().map { (file) throws(Failure) in UnsafePointer(try owner.keep(file)) }
      target.sample = try target.sample.map { (it) throws(Failure) in UnsafePointer(try owner.keep(sample: it)) }
      let user = target.user
      target.retry = try target.retry.map { (it) throws(Failure) in
        UnsafePointer(try owner.keep(retry: it, policy, user))
      }
      target.credential = try target.credential.map { (it) throws(Failure) in
        UnsafePointer(try owner.keep(credential: it))
      }
      target.connection = try target.connection.map { (it) throws(Failure) in
        UnsafePointer(try owner.keep(connection: it))
      }
      return try owner.place(target)
    } catch {
      throw withExtendedLifetime((task, file, policy)) { error }
    }
  }

  /// Releases the reference to a copy. If the target is not a copy, does nothing.
  static func release(_ target: UnsafeMutablePointer<moya_target>?) {
    guard let target else { return }
    if HandleCheck.isOn { HandleCheck.takeBack(target, as: HandleCheck.target, in: "moya_target_release") }
    let prefix = UnsafeMutableRawPointer(target) - MemoryLayout<Prefix>.stride
    guard prefix.loadUnaligned(as: UInt64.self) == mark else { return }
    let owner = prefix.assumingMemoryBound(to: Prefix.self).pointee.owner
    prefix.storeBytes(of: 0, as: UInt64.self)
    // If `MOYA_CHECK` is on, the memory of the `moya_target` is never freed, so that a later use of the target is
    // found.
    if HandleCheck.isOn { owner._withUnsafeGuaranteedRef { _ = $0.blocks.popLast() } }
    owner.release()
  }

  deinit { for block in blocks { free(block) } }

  private func place(_ target: moya_target) throws(Failure) -> UnsafeMutablePointer<moya_target> {
    let block = try room(MemoryLayout<Prefix>.stride + MemoryLayout<moya_target>.size)
    block.storeBytes(of: Prefix(mark: OwnedTarget.mark, owner: .passRetained(self)), as: Prefix.self)
    let copy = place(target, at: block + MemoryLayout<Prefix>.stride)
    if HandleCheck.isOn { HandleCheck.give(UnsafeRawPointer(copy), as: HandleCheck.target) }
    return copy
  }
}

// MARK: Parts

extension OwnedTarget {
  private func keepTexts(of target: inout moya_target) throws(Failure) {
    for field in [\moya_target.name, \.base_url, \.path, \.method] {
      target[keyPath: field] = try keep(target[keyPath: field])
    }
    target.headers = try keep(
      headers: target.headers, target.header_count, &target.header_stride, "moya_target.headers")
    target.path_values = try keep(
      parameters: target.path_values, target.path_value_count, &target.path_value_stride, "moya_target.path_values")
    let statuses = try array(target.statuses, count: target.status_count, limit: 500, named: "moya_target.statuses")
    target.statuses = try keep(statuses)
    target.tags = try keep(texts: try array(target.tags, count: target.tag_count, named: "moya_target.tags"))
  }

  private func keep(_ held: TargetTask, withQuery: Bool) throws(Failure) -> UnsafeMutablePointer<moya_task> {
    if let fault = held.fault { throw fault }
    var task = held.task
    if !withQuery { (task.parameters, task.parameter_count, task.query) = (nil, 0, nil) }
    task.size = UInt32(MemoryLayout<moya_task>.size)
    (task.release_user, task.user) = (nil, nil)
    task.data = try keep(bytes: task.data, task.data_len, "moya_task.data", &task.release_user, &task.user)
    for field in [\moya_task.path, \.list_key, \.boundary] { task[keyPath: field] = try keep(task[keyPath: field]) }
    task.value = try keep(tree: task.value)
    task.query = try keep(tree: task.query)
    task.parameters = try keep(
      parameters: task.parameters, task.parameter_count, &task.parameter_stride, "moya_task.parameters")
    task.stream = try held.stream.map { (stream) throws(Failure) in UnsafePointer(try keep(stream)) }
    if !held.parts.isEmpty {
      var parts: [moya_part] = []
      for (index, part) in held.parts.enumerated() { parts.append(try keep(part, "moya_task.parts[\(index)].data")) }
      task.part_stride = UInt32(MemoryLayout<moya_part>.size)
      task.parts = try parts.withUnsafeBufferPointer { (parts) throws(Failure) in try keep(parts) }
    }
    return try keep(struct: task)
  }

  private func keep(_ held: HeldPart, _ name: String) throws(Failure) -> moya_part {
    var part = held.part
    (part.release_user, part.user) = (nil, nil)
    part.data = try keep(bytes: part.data, part.data_len, name, &part.release_user, &part.user)
    for field in [\moya_part.name, \.text, \.path, \.file_name, \.type] {
      part[keyPath: field] = try keep(part[keyPath: field])
    }
    part.stream = try held.stream.map { (stream) throws(Failure) in UnsafePointer(try keep(stream)) }
    return part
  }

  /// Copies a stream. The copy has an `OwnedUser` as its `user`. The copy's functions are functions of the library,
  /// which call the caller's functions with the caller's `user`.
  private func keep(_ held: SentStream) throws(Failure) -> UnsafeMutablePointer<moya_stream> {
    var stream = held.stream
    let user = OwnedUser(.stream(held))
    users.append(user)
    (stream.user, stream.release_user) = (user.address, OwnedUser.release)
    if stream.read != nil { stream.read = { OwnedUser.stream($0)?.readForCopy($1, $2) ?? Int64(MOYA_READ_FAILED) } }
    if stream.rewind != nil { stream.rewind = { OwnedUser.stream($0)?.rewindForCopy() ?? 1 } }
    if stream.trailers != nil { stream.trailers = { OwnedUser.stream($0)?.trailersForCopy($1) ?? 1 } }
    stream.size = UInt32(MemoryLayout<moya_stream>.size)
    return try keep(struct: stream)
  }

  private func keep(_ held: KeptDownload) throws(Failure) -> UnsafeMutablePointer<moya_download> {
    var download = held.download
    download.path = try keep(download.path)
    download.folder = try keep(download.folder)
    if download.name != nil || held.kept != nil {
      let user = OwnedUser(.download(held))
      users.append(user)
      (download.user, download.release_user) = (user.address, OwnedUser.release)
      if download.name != nil {
        download.name = { OwnedUser.chooseName($0, $1, $2, $3) }
      }
    }
    download.size = UInt32(MemoryLayout<moya_download>.size)
    return try keep(struct: download)
  }

  private func keep(sample pointer: UnsafePointer<moya_sample>) throws(Failure) -> UnsafeMutablePointer<moya_sample> {
    var sample = try moya_sample(copying: pointer)
    sample.size = UInt32(MemoryLayout<moya_sample>.size)
    sample.headers = try keep(
      headers: sample.headers, sample.header_count, &sample.header_stride, "moya_sample.headers")
    sample.body = try keep(bytes: sample.body, sample.body_len, "moya_sample.body")
    sample.url = try keep(sample.url)
    return try keep(struct: sample)
  }

  private func keep(
    retry pointer: UnsafePointer<moya_retry>, _ kept: KeptBytes?, _ ofTarget: UnsafeMutableRawPointer?
  ) throws(Failure) -> UnsafeMutablePointer<moya_retry> {
    var retry = try moya_retry(copying: pointer)
    retry.size = UInt32(MemoryLayout<moya_retry>.size)
    if let kept {
      retry.user = retry.user ?? ofTarget
      let user = OwnedUser(.policy(retry, kept))
      users.append(user)
      (retry.user, retry.release_user) = (user.address, OwnedUser.release)
      if retry.decide != nil { retry.decide = { OwnedUser.decide($0, $1, $2, $3) } }
    }
    let statuses = try array(retry.statuses, count: retry.status_count, limit: 500, named: "moya_retry.statuses")
    // A pointer that is not NULL, with no elements, means no status at all. NULL means the default statuses.
    if retry.statuses != nil {
      retry.statuses = statuses.isEmpty ? UnsafePointer(try keep(struct: Int32(0))) : try keep(statuses)
    }
    return try keep(struct: retry)
  }

  private func keep(
    credential pointer: UnsafePointer<moya_credential>
  ) throws(Failure) -> UnsafeMutablePointer<moya_credential> {
    var credential = try moya_credential(copying: pointer)
    credential.size = UInt32(MemoryLayout<moya_credential>.size)
    credential.user = try keep(credential.user)
    credential.password = try keep(credential.password)
    return try keep(struct: credential)
  }

  private func keep(
    connection pointer: UnsafePointer<moya_connection_overrides>
  ) throws(Failure) -> UnsafeMutablePointer<moya_connection_overrides> {
    var it = try moya_connection_overrides(copying: pointer)
    it.size = UInt32(MemoryLayout<moya_connection_overrides>.size)
    let rows = try CallerArray(
      it.trust, count: it.trust_count, stride: it.trust_stride, named: "moya_connection_overrides.trust")
    var trust: [moya_trust] = []
    for (index, row) in rows.enumerated() {
      var row = row
      for field in [\moya_trust.host, \.ca_file, \.pins] { row[keyPath: field] = try keep(row[keyPath: field]) }
      row.ca_data = try keep(bytes: row.ca_data, row.ca_data_len, "moya_connection_overrides.trust[\(index)].ca_data")
      trust.append(row)
    }
    it.trust_stride = UInt32(MemoryLayout<moya_trust>.size)
    it.trust = try trust.withUnsafeBufferPointer { (trust) throws(Failure) in try keep(trust) }
    for field in [
      \moya_connection_overrides.guard_exceptions, \.certificate_file, \.key_file, \.key_password, \.interface,
      \.no_proxy, \.certificate_hosts, \.proxy,
    ] { it[keyPath: field] = try keep(it[keyPath: field]) }
    it.certificate_data = try keep(
      bytes: it.certificate_data, it.certificate_data_len, "moya_connection_overrides.certificate_data")
    it.key_data = try keep(bytes: it.key_data, it.key_data_len, "moya_connection_overrides.key_data")
    it.proxy_credential = try it.proxy_credential.map { (it) throws(Failure) in
      UnsafePointer(try keep(credential: it))
    }
    return try keep(struct: it)
  }
}

// MARK: Memory

extension OwnedTarget {
  private func room(_ size: Int) throws(Failure) -> UnsafeMutableRawPointer {
    guard let block = malloc(max(1, size)) else { throw .memory("the copy of a target") }
    blocks.append(block)
    return block
  }

  private func place<Struct: BitwiseCopyable>(
    _ it: Struct, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Struct> {
    let place = place.bindMemory(to: Struct.self, capacity: 1)
    place.initialize(to: it)
    return place
  }

  private func keep<Struct: BitwiseCopyable>(struct it: Struct) throws(Failure) -> UnsafeMutablePointer<Struct> {
    place(it, at: try room(MemoryLayout<Struct>.size))
  }

  private func keep(_ text: UnsafePointer<CChar>?) throws(Failure) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    let size = strlen(text) + 1
    let copy = try room(size)
    memcpy(copy, text, size)
    return UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
  }

  private func keep(text: String) throws(Failure) -> UnsafePointer<CChar>? {
    try text.utf8CString.withUnsafeBufferPointer { (text) throws(Failure) in try keep(text.baseAddress) }
  }

  /// Returns a copy of the bytes. Returns `nil` if there are no bytes.
  private func keep(
    bytes: UnsafeRawPointer?, _ count: Int, _ name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeRawPointer? {
    guard let bytes else { return count == 0 ? nil : try callerBytes(nil, count: count, named: name()).baseAddress }
    let given = try callerBytes(bytes, count: count, named: name())
    let copy = try room(given.count)
    if let start = given.baseAddress { memcpy(copy, start, given.count) }
    return UnsafeRawPointer(copy)
  }

  /// Copies the bytes of a body. Each call with the copied target uses these bytes and does not copy them again.
  private func keep(
    bytes: UnsafeRawPointer?, _ count: Int, _ name: @autoclosure () -> String, _ release: inout moya_release_fn?,
    _ user: inout UnsafeMutableRawPointer?
  ) throws(Failure) -> UnsafeRawPointer? {
    guard let copy = try keep(bytes: bytes, count, name()) else { return nil }
    // The `OwnedUser` now owns the memory of the bytes. The copied target frees all memory in `blocks`, so the memory
    // is removed from `blocks`.
    if let block = blocks.popLast() {
      let owned = OwnedUser(.bytes(block))
      users.append(owned)
      (release, user) = (OwnedUser.release, owned.address)
    }
    return copy
  }

  private func keep<Element: BitwiseCopyable>(
    _ elements: UnsafeBufferPointer<Element>
  ) throws(Failure) -> UnsafePointer<Element>? {
    guard let start = elements.baseAddress, !elements.isEmpty else { return nil }
    let size = elements.count * MemoryLayout<Element>.stride
    let copy = try room(size)
    memcpy(copy, start, size)
    return UnsafePointer(copy.bindMemory(to: Element.self, capacity: elements.count))
  }

  private func keep(
    texts: UnsafeBufferPointer<UnsafePointer<CChar>?>
  ) throws(Failure) -> UnsafePointer<UnsafePointer<CChar>?>? {
    var copies: [UnsafePointer<CChar>?] = []
    for text in texts { copies.append(try keep(text)) }
    return try copies.withUnsafeBufferPointer { (copies) throws(Failure) in try keep(copies) }
  }

  private func keep(
    headers: UnsafePointer<moya_header>?, _ count: Int, _ stride: inout UInt32, _ name: @autoclosure () -> String
  ) throws(Failure) -> UnsafePointer<moya_header>? {
    var copies: [moya_header] = []
    for field in try CallerArray(headers, count: count, stride: stride, named: name()) {
      copies.append(moya_header(name: try keep(field.name), value: try keep(field.value)))
    }
    stride = UInt32(MemoryLayout<moya_header>.size)
    return try copies.withUnsafeBufferPointer { (copies) throws(Failure) in try keep(copies) }
  }

  private func keep(
    parameters: UnsafePointer<moya_parameter>?, _ count: Int, _ stride: inout UInt32, _ name: @autoclosure () -> String
  ) throws(Failure) -> UnsafePointer<moya_parameter>? {
    var copies: [moya_parameter] = []
    for item in try CallerArray(parameters, count: count, stride: stride, named: name()) {
      copies.append(moya_parameter(name: try keep(item.name), value: try keep(item.value)))
    }
    stride = UInt32(MemoryLayout<moya_parameter>.size)
    return try copies.withUnsafeBufferPointer { (copies) throws(Failure) in try keep(copies) }
  }

  private func keep(tree handle: OpaquePointer?) throws(Failure) -> OpaquePointer? {
    guard let handle else { return nil }
    let (tree, node) = try ValueHandle.sound(handle, named: "moya_task.value")
    guard let copy = tree.copy(of: node) else { throw .memory("the copy of a tree") }
    trees.append(copy)
    return copy.root.map { OpaquePointer($0) }
  }
}

// MARK: - OwnedUser

/// The data that a call needs from a copied target even after the target was released.
///
/// The data is the bytes of a body, or one of the caller's structs that have a `user`: a stream, a download or a retry
/// policy. In the copied structs, this object is the `user`, and `release` is the `release_user`. Each call that uses a
/// copied struct first retains the struct's `user`.
final class OwnedUser: CObject {
  enum Thing {
    case bytes(UnsafeMutableRawPointer)
    case stream(SentStream)
    case download(KeptDownload)
    case policy(moya_retry, KeptBytes)
  }

  private let thing: Thing

  init(_ thing: Thing) { self.thing = thing }

  deinit { if case .bytes(let block) = thing { free(block) } }

  static let release: moya_release_fn = { user in
    if let user { _ = OwnedUser.taken(at: user) }
  }

  /// Retains the `user` of a struct before a call uses the struct. Does nothing if the struct does not belong to a
  /// copied target.
  ///
  /// - Returns: True if the struct belongs to a copied target.
  @discardableResult
  static func retain(_ release: moya_release_fn?, _ user: UnsafeMutableRawPointer?) -> Bool {
    guard let release, let user, unsafeBitCast(release, to: Int.self) == unsafeBitCast(OwnedUser.release, to: Int.self)
    else { return false }
    _ = OwnedUser.at(user).retainedAddress()
    return true
  }

  private static func thing(_ user: UnsafeMutableRawPointer?) -> Thing? {
    user.map { OwnedUser.at($0).thing }
  }

  static func stream(_ user: UnsafeMutableRawPointer?) -> SentStream? {
    guard case .stream(let stream)? = thing(user) else { return nil }
    return stream
  }

  static func decide(
    _ user: UnsafeMutableRawPointer?, _ attempt: UInt32, _ response: OpaquePointer?, _ error: OpaquePointer?
  ) -> Int64 {
    guard case .policy(let policy, _)? = thing(user), let decide = policy.decide else {
      return Int64(MOYA_RETRY_POLICY)
    }
    return decide(policy.user, attempt, response, error)
  }

  static func chooseName(
    _ user: UnsafeMutableRawPointer?, _ head: OpaquePointer?, _ name: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> moya_flow {
    guard case .download(let held)? = thing(user), let choose = held.download.name else {
      return moya_flow(MOYA_FLOW_STOP)
    }
    return choose(held.download.user, head, name, size)
  }
}
