import CMoya
import MoyaCore

extension Provider {
  /// Reads a whole `moya_target` and returns the description of its call.
  ///
  /// The description contains copies of the caller's data. It contains a pointer of the caller only if the header says
  /// that this pointer must stay valid.
  ///
  /// - Parameter asksForEvents: If true, the request asks for server-sent events, unless the request already has an
  ///   `Accept` field.
  func description(of pointer: UnsafePointer<moya_target>?, asksForEvents: Bool = false) throws(Failure)
    -> CallDescription
  {
    do throws(Failure) { return try madeDescription(of: pointer, asksForEvents) } catch {
      // A closure or a `release_user` may have asked to close or destroy the provider. This is done here, because no
      // call begins after an error.
      leave()
      throw error
    }
  }

  @inline(__always)
  private func madeDescription(of pointer: UnsafePointer<moya_target>?, _ asksForEvents: Bool) throws(Failure)
    -> CallDescription
  {
    var target = try moya_target(copying: pointer)
    // The download, the policy and the task are stored before anything else can fail, so that each of the three is
    // released in every case.
    func place(_ file: UnsafePointer<moya_download>) -> Result<KeptDownload, Failure> {
      Result { () throws(Failure) in try KeptDownload(file, for: self) }
    }
    var file = target.download.map(place)
    var policy = target.retry.flatMap { KeptBytes(policy: $0, for: self) }
    func held(_ task: UnsafePointer<moya_task>) throws(Failure) -> TargetTask {
      try TargetTask(holding: task, for: self)
    }
    var task = try target.task.map(held)
    if let closures = defaults.closures {
      let given = target
      try closures.change(&target)
      if target.download != given.download {
        file = target.download.map(place)
      }
      if target.retry != given.retry {
        policy = target.retry.flatMap { KeptBytes(policy: $0, for: self) }
      }
      if target.task != given.task {
        task = try target.task.map(held)
      }
    }
    let name = try CallDescription.name(of: target)
    do throws(Failure) {
      let method =
        target.method == nil
        ? nil : try String(target.method, excess: MOYA_ERROR_INVALID_REQUEST, named: "moya_target.method")
      try task?.read(method: method, defaults: defaults.service?.parameters ?? [])
      let url = try CallDescription.url(target, task, defaults)
      var fields = try HeaderFields(
        target.headers, count: target.header_count, stride: target.header_stride, excess: MOYA_ERROR_INVALID_REQUEST,
        named: "moya_target.headers")
      // A target's credential takes precedence over all header fields and credentials of the provider.
      var authentication =
        target.credential == nil ? nil : try Authentication(target.credential, named: "moya_target.credential")
      if let field = authentication?.field, !fields.contains("Authorization") { fields.append("Authorization", field) }
      if let service = defaults.service { fields.appendMissing(from: service.fields) }
      if let common = defaults.authentication, authentication == nil, !fields.contains("Authorization") {
        authentication = common
        if let field = common.field { fields.append("Authorization", field) }
      }
      if let type = task?.type, !fields.contains("Content-Type") { fields.append("Content-Type", type) }
      if task?.upload != nil, let type = fields["Content-Type"] { try task?.take(contentType: type) }
      if asksForEvents, !fields.contains("Accept") { fields.append("Accept", "text/event-stream") }
      // The code uses `consume` here and below, because otherwise the compiler would retain each of these values once
      // more.
      var request = URLRequest(
        urlText: url.text, isURLChecked: url.isChecked, method: method, headerFields: consume fields,
        body: task?.body ?? .none, timeoutInterval: defaults.idleSeconds)
      if target.idle_timeout_ms > 0 { request.timeoutInterval = Double(target.idle_timeout_ms) / 1000 }
      let labels = try CallDescription.labels(target)
      let sample = try FixedSample(target.sample)
      let subject = CSubject(name: consume name, labels: labels, sample: sample, user: target.user)
      let said = try StubMoment.of(
        target.stub, delay: target.stub_delay_ms, standard: defaults.stub, named: "moya_target.stub")
      let stub = defaults.hasRules ? nil : said
      let isMissing = stub != nil && target.sample == nil
      let validation = try ValidationType(target)
      var source: CallDescription.Source
      if isMissing {
        source = .failed(.underlying(MissingSample(), nil))
      } else if let asking = defaults.closures?.source(request, subject) {
        source = asking
      } else {
        source = .ready(consume request)
      }
      let saysMore = target.hasOptions || authentication != nil || defaults.retry != nil
      let options = saysMore ? try defaults.options(target, authentication, policy, of: self) : nil
      let download = try CallDescription.download(file?.get(), for: self, &source)
      if download != nil { subject.responseForm = MOYA_BODY_FILE }
      if task?.upload != nil { subject.sendsForm = true }
      if target.flags & UInt32(MOYA_TARGET_AS_SENT) != 0 { subject.isTakenAsSent = true }
      if target.connection != nil { subject.hasOverrides = true }
      // The description is made in one expression. If it were changed after that, the compiler would return a copy.
      return CallDescription(
        consume subject, source: consume source, stub: stub,
        totalTimeout: target.timeout_ms > 0 ? target.timeout_ms : nil,
        validation: download == nil ? validation : try download?.validation(validation) ?? validation, options: options,
        upload: task?.upload, download: download)
    } catch {
      // The name is read from the target again, because the first copy of the name was consumed. The caller may free
      // the name when the task, the download and the policy are released. So these three must live until the name was
      // read.
      throw withExtendedLifetime((task, file, policy)) {
        error.about((try? CallDescription.name(of: target)) ?? "unnamed")
      }
    }
  }
}

extension CallDescription {
  fileprivate static func name(of target: moya_target) throws(Failure) -> String {
    target.name == nil ? "unnamed" : try String(target.name, named: "moya_target.name")
  }

  /// Reads only the parts of a target that must be released, and releases them.
  static func discard(_ pointer: UnsafePointer<moya_target>) {
    guard let target = try? moya_target(copying: pointer) else { return }
    // The provider is `nil`, because no stream of the target is read.
    _ = target.task.flatMap { try? TargetTask(holding: $0, for: nil) }
    _ = target.download.flatMap { try? KeptDownload($0, for: nil) }
    _ = target.retry.flatMap { KeptBytes(policy: $0, for: nil) }
  }

  /// Returns the download that receives the response. Changes `source`, the source of the call's request, in two cases:
  ///
  /// - If the download has a fault, the new source fails with this fault.
  /// - If the download can be resumed, the request also names the file with the bytes of an interrupted download.
  fileprivate static func download(
    _ file: KeptDownload?, for provider: Provider, _ source: inout Source
  ) throws(Failure) -> CDownload? {
    guard let file else { return nil }
    let plan = try CDownload(file, provider: provider)
    if let fault = plan.fault() {
      source = .failed(.underlying(fault, nil))
    } else if let partial = plan.partial, case .ready(var request) = source {
      request.partialDownload = partial
      source = .ready(request)
    }
    return plan
  }

  fileprivate static func url(
    _ target: moya_target, _ task: TargetTask?, _ defaults: CallDefaults
  ) throws(Failure) -> KnownURLs.Made {
    let values = try pathValues(target)
    let hasQuery = target.flags & UInt32(MOYA_TARGET_PATH_QUERY) != 0
    let isAsIs = target.flags & UInt32(MOYA_TARGET_URL_AS_IS) != 0
    if let service = defaults.service {
      let takesDefaults = task?.hasDefaults != true
      let text = try service.url(base: target.base_url, parameters: takesDefaults) { (base) throws(Failure) in
        try RequestURL.text(
          base: base, path: target.path, values: values, hasQuery: hasQuery, isAsIs: isAsIs, task)
      }
      return (text, false)
    }
    if let task, task.parameters != nil || task.query != nil {
      let text = try RequestURL.text(
        base: target.base_url, path: target.path, values: values, hasQuery: hasQuery, isAsIs: isAsIs, task)
      return (text, false)
    }
    let parts = URLParts(
      base: target.base_url, path: target.path, values: values, hasQuery: hasQuery, isAsIs: isAsIs)
    return try defaults.urls.url(of: parts) { () throws(Failure) in
      try RequestURL.text(
        base: target.base_url, path: target.path, values: values, hasQuery: hasQuery, isAsIs: isAsIs, nil)
    }
  }

  /// Returns the values for the names in the path. Returns `nil` if there are no values.
  fileprivate static func pathValues(_ target: moya_target) throws(Failure) -> CallerArray<moya_parameter>? {
    if target.path_value_count == 0 { return nil }
    return try CallerArray(
      target.path_values, count: target.path_value_count, stride: target.path_value_stride,
      named: "moya_target.path_values")
  }

  fileprivate static func labels(_ target: moya_target) throws(Failure) -> [String] {
    let pointers = try array(target.tags, count: target.tag_count, named: "moya_target.tags")
    var labels: [String] = []
    for (index, pointer) in pointers.enumerated() {
      labels.append(try String(pointer, named: "moya_target.tags[\(index)]"))
    }
    return labels
  }
}

extension CallOptions {
  /// Reads the options of a `moya_target` that replace options of the provider.
  convenience init(
    _ target: moya_target, _ authentication: Authentication?, _ policy: KeptBytes?, _ provider: Provider
  ) throws(Failure) {
    guard target.reserved == 0 else { throw .argument("moya_target.reserved is not 0") }
    let known =
      MOYA_TARGET_SHARE | MOYA_TARGET_PATH_QUERY | MOYA_TARGET_ANY_CODING | MOYA_TARGET_AS_SENT
      | MOYA_TARGET_ONLY_HEADERS | MOYA_TARGET_URL_AS_IS
    let unknown = target.flags & ~UInt32(known)
    guard unknown == 0 else { throw .argument("moya_target.flags has \(unknown), which is no MOYA_TARGET_…") }
    func given(_ value: UInt32) -> UInt32? { value == 0 ? nil : value }
    self.init(
      connectTimeout: given(target.connect_timeout_ms),
      maximumRedirects: target.max_redirects == UInt32.max ? 0 : given(target.max_redirects),
      maximumBodySize: target.max_body_size == 0 ? nil : Int(clamping: target.max_body_size),
      credential: authentication?.credential, wantsDigest: authentication?.isDigest == true,
      isShared: target.flags & UInt32(MOYA_TARGET_SHARE) != 0,
      takesAnyCoding: target.flags & UInt32(MOYA_TARGET_ANY_CODING) != 0,
      isTakenAsSent: target.flags & UInt32(MOYA_TARGET_AS_SENT) != 0,
      hasOnlyOwnHeaders: target.flags & UInt32(MOYA_TARGET_ONLY_HEADERS) != 0,
      retry: try provider.defaults.rule(target.retry, policy, of: provider),
      overrides: target.connection == nil ? nil : try provider.session.overrides.prepared(target.connection))
  }
}

extension moya_target {
  /// True if the target sets anything that `CallOptions` stores or checks.
  var hasOptions: Bool { !hasNothingButRetry || retry != nil }

  var hasNothingButRetry: Bool {
    connect_timeout_ms | max_redirects | flags | reserved == 0 && max_body_size == 0 && connection == nil
  }
}

extension StubMoment {
  /// Reads a caller's `moya_stub_behavior`. Returns `nil` if no stub answers the call.
  ///
  /// - Parameter standard: The value that `MOYA_STUB_DEFAULT` stands for.
  static func of(
    _ behavior: moya_stub_behavior, delay: UInt32, standard: StubMoment?, named name: String
  ) throws(Failure) -> StubMoment? {
    switch Int(behavior) {
    case MOYA_STUB_DEFAULT: return standard
    case MOYA_STUB_NEVER: return nil
    case MOYA_STUB_IMMEDIATE: return .immediate
    case MOYA_STUB_DELAYED: return .delayed(milliseconds: delay)
    default: throw .argument("\(name) is \(behavior), which is none of MOYA_STUB_…")
    }
  }
}

// MARK: - Authentication

extension Authentication {
  /// Reads a `moya_credential`. An error names the wrong field and shows no value.
  init(_ pointer: UnsafePointer<moya_credential>?, named name: String) throws(Failure) {
    let given = try moya_credential(copying: pointer)
    let isBearer = Int(given.kind) == MOYA_CREDENTIAL_BEARER
    if isBearer, given.user != nil { throw .argument("\(name).user is there, and a token has none") }
    let user = isBearer ? "" : try String(given.user, named: "\(name).user")
    let password =
      given.password == nil && !isBearer ? "" : try String(given.password, named: "\(name).password")
    switch Int(given.kind) {
    case MOYA_CREDENTIAL_ASKED: self = .challenged(user: user, password: password)
    case MOYA_CREDENTIAL_BASIC: self = .basic(user: user, password: password)
    case MOYA_CREDENTIAL_DIGEST: self = .digest(user: user, password: password)
    case MOYA_CREDENTIAL_BEARER: self = .bearer(password)
    default: throw .unknown("\(name).kind", given.kind, "MOYA_CREDENTIAL_…")
    }
    if let fault { throw .argument("\(name) cannot be used: \(fault)") }
  }
}

// MARK: - Header fields

extension HeaderFields {
  /// Copies a caller's array of headers. Leaves out the headers whose value is NULL.
  ///
  /// Names and values are checked before the request is sent, together with the changes of plugins.
  init(
    _ pointer: UnsafePointer<moya_header>?, count: Int, stride: UInt32, excess: Int,
    named name: @autoclosure () -> String
  ) throws(Failure) {
    if count == 0 {
      self.init()
      return
    }
    let headers = try CallerArray(pointer, count: count, stride: stride, named: name())
    var fields: [Field] = []
    fields.reserveCapacity(headers.count + 1)
    for index in headers.indices {
      let header = headers[index]
      if header.value == nil, header.name != nil { continue }
      fields.append(
        Field(
          name: try String(header.name, excess: excess, named: "\(name())[\(index)].name"),
          value: try String(fieldValue: header.value, excess: excess, named: "\(name())[\(index)].value")))
    }
    self.init(fields: fields)
  }
}

// MARK: - Validation

extension ValidationType {
  /// Reads which statuses a `moya_target` accepts.
  init(_ target: moya_target) throws(Failure) {
    let takesList = Int(target.validation) == MOYA_VALIDATION_STATUSES
    guard takesList == (target.status_count > 0) else {
      let fault = takesList ? "is empty" : "is given, and moya_target.validation is not MOYA_VALIDATION_STATUSES"
      throw .argument("moya_target.statuses \(fault)")
    }
    switch Int(target.validation) {
    case MOYA_VALIDATION_NONE: self = .none
    case MOYA_VALIDATION_SUCCESS: self = .successCodes
    case MOYA_VALIDATION_SUCCESS_AND_REDIRECT: self = .successAndRedirectCodes
    case MOYA_VALIDATION_STATUSES:
      let statuses = try array(target.statuses, count: target.status_count, named: "moya_target.statuses")
      if let wrong = statuses.first(where: { !(100...599 ~= $0) }) {
        throw .argument("moya_target.statuses has \(wrong), which is not 100 … 599")
      }
      self = .customCodes(statuses.map { Int($0) })
    default:
      throw .argument("moya_target.validation is \(target.validation), which is none of MOYA_VALIDATION_…")
    }
  }
}
