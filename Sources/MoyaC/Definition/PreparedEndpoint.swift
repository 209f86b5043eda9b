import CMoya
import Glibc
import MoyaCore
import MoyaDefinition

/// What all calls of an endpoint have in common, in the form that C reads. Each call copies `target` and adds its
/// arguments to the copy.
///
/// The object is immutable. Its pointers point to `texts` or to texts of the API.
final class PreparedEndpoint {
  let defined: DefinedEndpoint
  let name: UnsafePointer<CChar>
  let parameters: [PreparedParameter]
  let target: moya_target
  /// The header fields of the endpoint, followed by the header fields of the definition.
  let fields: (start: UnsafePointer<moya_header>, count: Int)
  /// The pattern of the names that a list's elements have in a query (`ListKey`). `nil` means the key followed by
  /// brackets.
  let listKey: UnsafePointer<CChar>?
  /// The key path of the result. "" means the whole body.
  let keyPath: UnsafePointer<CChar>
  let signature: UnsafePointer<CChar>
  let signatureLength: Int
  private let summary: UnsafePointer<CChar>
  /// The length of the summary in bytes. `nil` if there is no summary.
  private let summaryLength: Int?
  private let texts: KeptTexts

  /// Prepares an endpoint.
  ///
  /// - Parameters:
  ///   - base: The base URL of the definition. It belongs to the API.
  ///   - common: The header fields of the definition. They belong to the API. A header field of the endpoint takes
  ///     precedence over a field of the definition.
  init(
    _ endpoint: DefinedEndpoint, types: [DefinedType], _ base: UnsafePointer<CChar>?, _ common: [moya_header]
  ) throws(Failure) {
    let texts = KeptTexts()
    self.texts = texts
    defined = endpoint
    name = try texts.keep(endpoint.name)
    parameters = try endpoint.parameters.map { (parameter) throws(Failure) in
      try PreparedParameter(parameter, types: types, texts: texts)
    }
    let own = try endpoint.fields.map { (field) throws(Failure) in
      moya_header(name: try texts.keep(field.name), value: try texts.keep(field.value))
    }
    let all = own + common.filter { field in !own.contains { ASCII.equalIgnoringCase($0.name, field.name) } }
    fields = (UnsafePointer(try texts.array(all)), all.count)
    listKey =
      switch endpoint.lists {
      case .brackets: nil
      case .plain: try texts.keep("{key}")
      case .indexed: try texts.keep("{key}[{index}]")
      case .custom(let pattern): try texts.keep(pattern)
      }
    keyPath = try texts.keep(endpoint.result?.keyPath ?? "")
    summary = try texts.keep(endpoint.summary ?? "")
    summaryLength = endpoint.summary?.utf8.count
    let text = endpoint.signature(types)
    signature = try texts.keep(text)
    signatureLength = text.utf8.count
    var target = try PreparedEndpoint.target(endpoint, name, base, texts)
    if fields.count > 0 { (target.headers, target.header_count) = (fields.start, fields.count) }
    self.target = target
  }

  /// Returns true if the endpoint has a header field with this name.
  func has(_ field: UnsafePointer<CChar>) -> Bool {
    (0..<fields.count).contains { ASCII.equalIgnoringCase(fields.start[$0].name, field) }
  }

  /// The text with which the definition describes the endpoint.
  var description: moya_str { summaryLength.map { moya_str(data: summary, len: $0) } ?? moya_str() }

  private static func target(
    _ endpoint: DefinedEndpoint, _ name: UnsafePointer<CChar>, _ base: UnsafePointer<CChar>?, _ texts: KeptTexts
  ) throws(Failure) -> moya_target {
    var target = moya_target()
    target.size = UInt32(MemoryLayout<moya_target>.size)
    target.name = name
    target.base_url = base
    target.path = try texts.keep(endpoint.path)
    target.method = try texts.keep(endpoint.method)
    func number(_ value: Int?) -> UInt32 { UInt32(clamping: value ?? 0) }
    target.timeout_ms = number(endpoint.timeout)
    target.connect_timeout_ms = number(endpoint.connectTimeout)
    target.idle_timeout_ms = number(endpoint.idleTimeout)
    target.max_body_size = UInt64(clamping: endpoint.maximumBodySize ?? 0)
    if let redirects = endpoint.maximumRedirects { target.max_redirects = redirects == 0 ? .max : number(redirects) }
    if endpoint.isShared { target.flags |= UInt32(MOYA_TARGET_SHARE) }
    if endpoint.takesAnyCoding { target.flags |= UInt32(MOYA_TARGET_ANY_CODING) }
    if endpoint.hasQuery { target.flags |= UInt32(MOYA_TARGET_PATH_QUERY) }
    switch endpoint.stub {
    case .standard: break
    case .never: target.stub = moya_stub_behavior(MOYA_STUB_NEVER)
    case .immediate: target.stub = moya_stub_behavior(MOYA_STUB_IMMEDIATE)
    case .delayed(let milliseconds):
      target.stub = moya_stub_behavior(MOYA_STUB_DELAYED)
      target.stub_delay_ms = number(milliseconds)
    }
    switch endpoint.validation {
    case .none: break
    case .success: target.validation = moya_validation(MOYA_VALIDATION_SUCCESS)
    case .successAndRedirects: target.validation = moya_validation(MOYA_VALIDATION_SUCCESS_AND_REDIRECT)
    case .statuses(let statuses):
      target.validation = moya_validation(MOYA_VALIDATION_STATUSES)
      target.statuses = UnsafePointer(try texts.array(statuses.map { Int32(clamping: $0) }))
      target.status_count = statuses.count
    }
    if !endpoint.tags.isEmpty {
      let tags = try endpoint.tags.map { (tag) throws(Failure) in Optional(try texts.keep(tag)) }
      target.tags = UnsafePointer(try texts.array(tags))
      target.tag_count = tags.count
    }
    if let sample = endpoint.sample { target.sample = UnsafePointer(try texts.array([moya_sample(sample, texts)])) }
    if let retry = endpoint.retry { target.retry = UnsafePointer(try texts.array([moya_retry(retry, texts)])) }
    return target
  }
}

extension moya_sample {
  fileprivate init(_ sample: DefinedEndpoint.Sample, _ texts: KeptTexts) throws(Failure) {
    self.init()
    size = UInt32(MemoryLayout<moya_sample>.size)
    http_status = Int32(clamping: sample.status)
    let fields = try sample.fields.map { (field) throws(Failure) in
      moya_header(name: try texts.keep(field.name), value: try texts.keep(field.value))
    }
    headers = UnsafePointer(try texts.array(fields))
    header_count = fields.count
    body = UnsafeRawPointer(try texts.keep(sample.body))
    body_len = sample.body.utf8.count
  }
}

extension moya_retry {
  fileprivate init(_ retry: DefinedRetry, _ texts: KeptTexts) throws(Failure) {
    self.init()
    func number(_ value: Int?) -> UInt32 { UInt32(clamping: value ?? 0) }
    size = UInt32(MemoryLayout<moya_retry>.size)
    attempts = number(retry.attempts)
    delay_ms = number(retry.delay)
    backoff_percent = number(retry.backoff)
    max_delay_ms = number(retry.maximumDelay)
    jitter_percent = number(retry.jitter)
    max_retry_after_ms = number(retry.maximumRetryAfter)
    if retry.takesAnyMethod { flags |= UInt32(MOYA_RETRY_ANY_METHOD) }
    if !retry.usesRetryAfter { flags |= UInt32(MOYA_RETRY_NO_RETRY_AFTER) }
    if retry.jitter == 0 { flags |= UInt32(MOYA_RETRY_NO_JITTER) }
    if let given = retry.statuses {
      statuses = UnsafePointer(try texts.array(given.map { Int32(clamping: $0) }))
      status_count = given.count
    }
  }
}

// MARK: - The place of a body

extension PreparedEndpoint {
  /// Returns which of the endpoint's bodies a call sends. Returns `nil` if the endpoint has no body.
  ///
  /// An endpoint may have several bodies, each with its own parameters. A body fits if it has a parameter for every
  /// given argument, and this parameter can be null if the argument is null. The call sends the first fitting body whose
  /// required parameters all have an argument. If every fitting body lacks a required argument, the call sends the first
  /// fitting body. If no body fits, throws
  /// `MOYA_ERROR_ARGUMENT`.
  ///
  /// - Parameter arguments: Returns the argument of the parameter that has this index in the definition. Returns `nil`
  ///   if the argument is not given.
  func bodyPlace(_ arguments: (Int) -> moya_argument?) throws(Failure) -> DefinedParameter.Place? {
    let places = defined.bodies
    guard places.count > 1 else { return places.first }
    let choosing = parameters.indices.filter { parameters[$0].isOfChoice }
    let given = choosing.filter { arguments($0) != nil }
    let nulls = given.filter { parameters[$0].isNullable && arguments($0)?.isNull == true }
    let fitting = places.filter { place in
      given.allSatisfy { parameters[$0].defined.places.contains(place) }
        && nulls.allSatisfy { parameters[$0].defined.takesNull(in: place) }
    }
    let complete = fitting.first { place in
      choosing.allSatisfy { index in
        let parameter = parameters[index]
        return parameter.isOptional || given.contains(index) || !parameter.defined.places.contains(place)
      }
    }
    if let place = complete ?? fitting.first { return place }
    let labels = given.map { "'\(parameters[$0].defined.name)'" }.joined(separator: ", ")
    throw .argument("no body has all of the parameters \(labels)")
  }
}

// MARK: - PreparedParameter

/// A parameter of an endpoint, with everything that each call needs. It is a class so that a call does not copy the
/// stored values.
///
/// The object is immutable. Its pointers point to texts of the endpoint.
final class PreparedParameter {
  let name: UnsafePointer<CChar>
  let key: UnsafePointer<CChar>
  let place: DefinedParameter.Place
  let isOfChoice: Bool
  /// The type, without the question mark that marks a type as optional.
  let type: ValueType
  let isList: Bool
  /// True if the value is not a list and becomes text in the URL or in a header field.
  let isText: Bool
  /// The type of the value if it is a scalar, such as a number or a text. `nil` for an enumeration, a list, a map or a
  /// struct.
  let scalar: ValueType.Scalar?
  /// The type of a list's elements if they are scalars. `nil` for any other elements, and if the parameter is not a
  /// list.
  let element: ValueType.Scalar?
  let isOptional: Bool
  let isNullable: Bool
  /// The argument that replaces a NULL from the caller. If the parameter must be sent as null when it has no value,
  /// this is JSON's null. Otherwise it is `nil`, and NULL means that the argument is not given.
  let nullArgument: moya_argument?
  let standard: GivenValue?
  /// The names of the enumeration, if the type is an enumeration or a list of its values. Otherwise `nil`.
  let names: [String]?
  let defined: DefinedParameter

  init(_ parameter: DefinedParameter, types: [DefinedType], texts: KeptTexts) throws(Failure) {
    name = try texts.keep(parameter.name)
    key = try texts.keep(parameter.key)
    place = parameter.place
    isOfChoice = parameter.isOfChoice
    type = parameter.type.required
    scalar = type.scalar
    if case .list(let element) = type {
      (isList, self.element) = (true, element.scalar)
    } else {
      (isList, element) = (false, nil)
    }
    isText = !isList && (place == .path || place == .header || place == .query)
    isOptional = parameter.isOptional
    isNullable = parameter.isNullable
    nullArgument = parameter.isNullWithoutValue ? .null : nil
    standard = parameter.standard.map { .node($0) }
    defined = parameter
    names = PreparedParameter.names(of: type, types)
  }

  private static func names(of type: ValueType, _ types: [DefinedType]) -> [String]? {
    switch type {
    case .named(let index):
      if types.indices ~= index, case .names(let names) = types[index].shape { names } else { nil }
    case .list(let element): names(of: element.required, types)
    default: nil
    }
  }

  /// A text for messages that contains the parameter's name.
  var label: String { "the parameter '\(defined.name)'" }

  /// Throws if a list or a map has too many elements.
  ///
  /// - Parameter count: The number of elements. A `size_t` of C above the maximum of `Int` arrives here as a negative
  ///   number.
  func checkCount(_ count: Int) throws(Failure) {
    if 0...CallerText.elementLimit ~= count { return }
    throw .argument("\(label) has more than \(CallerText.elementLimit) elements")
  }

  func misfit(_ value: GivenValue, _ wanted: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\(label) is \(value.shown), not \(wanted)")
  }
}
