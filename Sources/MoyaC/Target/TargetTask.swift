import CMoya
import MoyaCore
import MoyaDefinition

/// The contents of a `moya_task`.
///
/// The task is used in two steps. First, `init(holding:)` stores every part with a `release_user` before anything else
/// can fail, so that each `release_user` is called exactly once in every case. Then `read` reads the task.
///
/// This is a class so that a target without a task only needs a pointer.
final class TargetTask {
  private(set) var body = RequestBody.none
  /// The media type that the task gives its body. It is used if the target sets no media type.
  private(set) var type: String?
  private(set) var upload: Upload?
  private(set) var parameters: CallerArray<moya_parameter>?
  /// The pairs of the query, percent-encoded.
  private(set) var query: BodyBuffer?
  /// True if the body contains the parameters that all targets of the provider share.
  private(set) var hasDefaults = false

  let task: moya_task
  let bytes: KeptBytes?
  private(set) var stream: SentStream?
  private(set) var parts: [HeldPart] = []
  /// The first error of a struct to which the task points. `nil` if there is no error.
  private(set) var fault: Failure?

  init(holding pointer: UnsafePointer<moya_task>, for provider: Provider?) throws(Failure) {
    let task = try moya_task(copying: pointer)
    self.task = task
    bytes = KeptBytes(task.release_user, task.user, provider: provider)
    if let given = task.stream { stream = hold { () throws(Failure) in try SentStream(given, for: provider) } }
    if task.parts == nil, task.part_count == 0 { return }
    let array = hold { () throws(Failure) in
      try CallerArray(task.parts, count: task.part_count, stride: task.part_stride, named: "moya_task.parts")
    }
    for part in array.map(Array.init) ?? [] {
      let stream = part.stream.flatMap { given in hold { () throws(Failure) in try SentStream(given, for: provider) } }
      let bytes = KeptBytes(part.release_user, part.user, provider: provider)
      parts.append(HeldPart(part: part, bytes: bytes, stream: stream))
    }
  }

  /// Runs `make`. If `make` throws, returns `nil` and stores the error, unless an earlier error is stored.
  private func hold<Thing>(_ make: () throws(Failure) -> Thing) -> Thing? {
    do throws(Failure) { return try make() } catch {
      if fault == nil { fault = error }
      return nil
    }
  }

  /// - Parameter defaults: Parameters to add to the members of a form or a JSON tree.
  func read(method: String?, defaults: [QueryItems.Item]) throws(Failure) {
    if let fault { throw fault }
    if task.reserved != 0 { throw .argument("moya_task.reserved is not 0") }
    try readBody(Fields(task), method, defaults)
    if task.parameter_count > 0 {
      parameters = try CallerArray(
        task.parameters, count: task.parameter_count, stride: task.parameter_stride, named: "moya_task.parameters")
    }
    if task.query != nil { query = try pairs(task.query, named: "moya_task.query") }
  }

  /// Uses the form boundary that the target's media type contains, unless the task sets a boundary.
  func take(contentType: String) throws(Failure) {
    guard task.boundary == nil, let boundary = MultipartType(contentType)?.boundary else { return }
    do throws(MultipartError) { upload = try upload?.divided(by: boundary) } catch {
      throw .argument(error.description)
    }
  }

  private func readBody(_ given: Fields, _ method: String?, _ defaults: [QueryItems.Item]) throws(Failure) {
    switch Int(task.kind) {
    case MOYA_TASK_PLAIN: try given.check([])
    case MOYA_TASK_DATA:
      try given.check(.data)
      body = .data(try data())
    case MOYA_TASK_JSON:
      type = "application/json"
      try given.check(given.contains(.value) ? .value : .data)
      body = .data(task.value == nil ? try jsonText() : try jsonTree(defaults))
    case MOYA_TASK_FORM:
      type = "application/x-www-form-urlencoded; charset=utf-8"
      try given.check(.value)
      body = .data(try pairs(task.value, defaults, named: "moya_task.value").data)
      hasDefaults = true
    case MOYA_TASK_FILE:
      try given.check(.path)
      body = .file(path: try String(task.path, named: "moya_task.path"))
    case MOYA_TASK_STREAM:
      try given.check(.stream)
      guard let stream else { throw .null("moya_task.stream") }
      try stream.check()
      body = .segments([.stream(stream, length: stream.length)])
    case MOYA_TASK_MULTIPART:
      try given.check(.parts)
      upload = try Upload(self, method: method ?? "GET")
    default:
      throw .argument("moya_task.kind is \(task.kind), which is none of MOYA_TASK_…")
    }
  }
}

struct HeldPart {
  let part: moya_part
  let bytes: KeptBytes?
  let stream: SentStream?
}

extension TargetTask {
  /// The fields of a task that can contain the body. Each kind of body uses one of these fields.
  private struct Fields: OptionSet {
    let rawValue: Int

    static let data = Fields(rawValue: 1)
    static let value = Fields(rawValue: 2)
    static let path = Fields(rawValue: 4)
    static let stream = Fields(rawValue: 8)
    static let parts = Fields(rawValue: 16)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ task: moya_task) {
      rawValue =
        (task.data == nil ? 0 : 1) | (task.value == nil ? 0 : 2) | (task.path == nil ? 0 : 4)
        | (task.stream == nil ? 0 : 8) | (task.parts == nil ? 0 : 16)
    }

    /// Throws if the program gives a body in a field that the kind of body does not use.
    func check(_ taken: Fields) throws(Failure) {
      if isSubset(of: taken) { return }
      let names = ["data", "value", "path", "stream", "parts"]
      let spare = subtracting(taken)
      let name = names.enumerated().first { spare.contains(Fields(rawValue: 1 << $0.offset)) }?.element ?? ""
      throw .argument("moya_task.\(name) is given, which this kind of task does not take")
    }
  }

  private func data() throws(Failure) -> Data {
    if let bytes { return bytes.data(try callerBytes(task.data, count: task.data_len, named: "moya_task.data")) }
    return try BodyBuffer.copying(task.data, count: task.data_len, named: "moya_task.data").data
  }

  private func jsonText() throws(Failure) -> Data {
    switch SentText.json(try callerBytes(task.data, count: task.data_len, named: "moya_task.data")) {
    case nil: return try data()
    case .tooDeep?: throw Failure(MOYA_ERROR_ENCODING, "moya_task.data is nested deeper than 512 levels")
    case .malformed(let place)?:
      throw Failure(MOYA_ERROR_ENCODING, "moya_task.data is not JSON (RFC 8259), from its byte \(place) on")
    }
  }

  private func jsonTree(_ defaults: [QueryItems.Item]) throws(Failure) -> Data {
    let (tree, node) = try ValueHandle.sound(task.value, named: "moya_task.value")
    hasDefaults = node.pointee.isObject
    guard let text = tree.json(of: node, defaults: defaults) else { throw .memory("moya_task.value") }
    return text.data
  }

  /// Writes an object as pairs of names and values.
  private func pairs(
    _ value: OpaquePointer?, _ defaults: [QueryItems.Item] = [], named name: String
  ) throws(Failure) -> BodyBuffer {
    let (tree, node) = try ValueHandle.sound(value, named: name)
    guard node.pointee.isObject else { throw .argument("\(name) is an array, not an object") }
    guard let text = tree.query(try style(), of: node, defaults: defaults) else { throw .memory(name) }
    return text
  }

  private func style() throws(Failure) -> QueryStyle {
    var style = QueryStyle()
    switch Int(task.bool_style) {
    case MOYA_BOOL_NUMERIC: break
    case MOYA_BOOL_LITERAL: style.boolEncoding = .literal
    default:
      throw .argument("moya_task.bool_style is \(task.bool_style), which is none of MOYA_BOOL_…")
    }
    guard task.list_key != nil else { return style }
    guard let key = ListKey(try String(task.list_key, limit: 256, named: "moya_task.list_key")) else {
      throw .argument("moya_task.list_key is no pattern with one {key}, and {index} where wanted")
    }
    style.listKey = key
    return style
  }
}

// MARK: - Multipart forms

extension Upload {
  /// Reads the form of a `moya_task`.
  init(_ task: TargetTask, method: String) throws(Failure) {
    var parts: [FormPart] = []
    for (index, part) in task.parts.enumerated() {
      parts.append(try Upload.part(part, named: "moya_task.parts[\(index)]"))
    }
    let boundary =
      task.task.boundary == nil ? nil : try String(task.task.boundary, limit: 256, named: "moya_task.boundary")
    do throws(MultipartError) {
      self = try Upload(
        parts: parts, boundary: boundary, method: Method(rawValue: HTTPMethod.normalized(method)))
    } catch {
      throw .argument(error.description)
    }
  }

  private static func part(_ held: HeldPart, named place: String) throws(Failure) -> FormPart {
    let part = held.part
    let given = [part.text != nil, part.data != nil, part.path != nil, part.stream != nil].count { $0 }
    guard given == 1 else {
      let fault = given == 0 ? "none" : "more than one"
      throw .argument("\(place) has \(fault) of text, data, path and stream")
    }
    let name = try String(part.name, named: "\(place).name")
    var fileName = part.file_name == nil ? nil : try String(part.file_name, named: "\(place).file_name")
    var type = part.type == nil ? nil : try String(part.type, named: "\(place).type")
    let content: RequestBody.Segment
    if part.text != nil {
      let bytes = try CallerText.bytes(part.text, limit: .max - 1, named: "\(place).text")
      content = .data(try BodyBuffer.copying(bytes.baseAddress, count: bytes.count, named: "\(place).text").data)
    } else if part.path != nil {
      let path = try String(part.path, named: "\(place).path")
      fileName = fileName ?? path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
      content = .file(path: path, length: 0)
    } else if part.stream != nil {
      guard let stream = held.stream else { throw .null("\(place).stream") }
      try stream.check()
      if stream.hasTrailers {
        throw .argument("\(place).stream has trailers: only a stream that is the whole body can have trailers")
      }
      content = .stream(stream, length: stream.length)
    } else if let kept = held.bytes {
      content = .data(kept.data(try callerBytes(part.data, count: part.data_len, named: "\(place).data")))
    } else {
      content = .data(try BodyBuffer.copying(part.data, count: part.data_len, named: "\(place).data").data)
    }
    type = type ?? fileName.flatMap(MediaType.init(ofFile:))?.text
    if part.path != nil || part.stream != nil { type = type ?? "application/octet-stream" }
    do throws(MultipartError) {
      return try FormPart(name: name, fileName: fileName, mimeType: type, content: content)
    } catch {
      throw .argument(error.description)
    }
  }
}
