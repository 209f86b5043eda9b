import CMoya
import Glibc
import MoyaCore

/// Makes the text of a target's URL in one pass over the caller's bytes.
enum RequestURL {
  /// Joins `base` and `path` with one slash, and percent-encodes the path.
  ///
  /// The query of the result contains the query of the base, the query of the path and the task's parameters, in this
  /// order. If the result is not a URL, throws an error before anything is sent.
  ///
  /// - Parameters:
  ///   - hasQuery: If true, a `?` in the path begins a query. This query is already percent-encoded.
  ///   - isAsIs: If true, only the host of the base is changed.
  static func text(
    base: UnsafePointer<CChar>?, path: UnsafePointer<CChar>?, values: CallerArray<moya_parameter>?,
    hasQuery: Bool, isAsIs: Bool, _ task: TargetTask?
  ) throws(Failure) -> String {
    if base == nil {
      throw Failure(MOYA_ERROR_NULL, "moya_target.base_url is NULL, and the provider has no base URL")
    }
    let base = try bytes(base, named: "moya_target.base_url")
    let (path, fixed) = try parts(path == nil ? nil : try bytes(path, named: "moya_target.path"), hasQuery: hasQuery)
    let end = URLText.ends(base)
    if endsBeforeHost(base[..<end.path]) {
      throw Failure(MOYA_ERROR_INVALID_URL, "the URL is not usable: moya_target.base_url has no host")
    }

    let template = try template(path, values)
    let pairs = try task?.parameters.map { (parameters) throws(Failure) in try self.pairs(parameters) } ?? []
    let query = task?.query?.bytes.bindMemory(to: UInt8.self)
    let known = base.count + (path?.count ?? 0) + (template?.length ?? 0) + fixed.count + (query?.count ?? 0)
    let length = pairs.reduce(known) { $0 + $1.name.count + $1.value.count }
    if length > CallerText.limit {
      throw Failure(MOYA_ERROR_INVALID_URL, "the URL is not usable: it is longer than \(CallerText.limit) bytes")
    }

    let text = TextBuffer.string { text in
      text.append(base[..<end.path])
      if let path, !path.isEmpty {
        if text.last == slash { text.removeLast() }
        if path.first != slash { text.append(slash) }
        if let template { text.append(template) } else { text.append(path[...], unless: ASCII.isPath) }
      }
      text.append(base[end.path..<end.query])
      var separator = end.path == end.query ? question : ampersand
      if !fixed.isEmpty {
        text.append(separator)
        text.append(fixed[...], unless: { ASCII.isQuery($0) || $0 == percent })
        separator = ampersand
      }
      for pair in pairs {
        text.append(separator)
        text.append(pair.name[...], unless: ASCII.isQueryItem)
        text.append(equals)
        text.append(pair.value[...], unless: ASCII.isQueryItem)
        separator = ampersand
      }
      if let query, !query.isEmpty {
        text.append(separator)
        text.append(query[...])
      }
      text.append(base[end.query...])
    }
    guard URLReference.mayChange(base) else { return text }
    return isAsIs ? InternationalHost.converted(text) : URLReference.spelled(text)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Splits the path from its query.
  @inline(__always)
  private static func parts(_ path: Bytes?, hasQuery: Bool) throws(Failure) -> (path: Bytes?, query: Bytes) {
    let none = Bytes(start: nil, count: 0)
    guard hasQuery, let path, let mark = path.firstIndex(of: question) else { return (path, none) }
    return (Bytes(rebasing: path[..<mark]), Bytes(rebasing: path[(mark + 1)...]))
  }

  /// Returns the path as a template. Returns `nil` if the path has no names in braces.
  @inline(__always)
  private static func template(
    _ path: UnsafeBufferPointer<UInt8>?, _ values: CallerArray<moya_parameter>?
  ) throws(Failure) -> PathTemplate? {
    if values == nil, path.map(PathTemplate.isOne) != true { return nil }
    return try PathTemplate(path ?? UnsafeBufferPointer(start: nil, count: 0), values) {
      (value, name) throws(Failure) in try bytes(value, named: name())
    }
  }

  /// Returns true for a base that ends before the host, for example "http:" or "http://". If a path were joined to it,
  /// the path would become the host.
  private static func endsBeforeHost(_ base: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let colon = base.lastIndex { $0 != slash }
    return colon.map { base[$0] == UInt8(ascii: ":") && base.firstIndex(of: base[$0]) == $0 } ?? false
  }

  private typealias Pair = (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)

  private static func pairs(_ parameters: CallerArray<moya_parameter>) throws(Failure) -> [Pair] {
    var pairs: [Pair] = []
    pairs.reserveCapacity(parameters.count)
    for (index, parameter) in parameters.enumerated() {
      if parameter.value == nil, parameter.name != nil { continue }
      let name = try bytes(parameter.name, named: "moya_task.parameters[\(index)].name")
      let value = try bytes(parameter.value, named: "moya_task.parameters[\(index)].value")
      pairs.append((name, value))
    }
    return pairs
  }

  @inline(__always)
  private static func bytes(
    _ pointer: UnsafePointer<CChar>?, named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    let bytes = try CallerText.bytes(pointer, excess: MOYA_ERROR_INVALID_REQUEST, named: name())
      .assumingMemoryBound(to: UInt8.self)
    if !bytes.allSatisfy({ $0 < 0x80 }), String(validating: bytes, as: UTF8.self) == nil { throw .utf8(name()) }
    return bytes
  }

  private static let slash: UInt8 = 0x2F
  private static let question: UInt8 = 0x3F
  private static let ampersand: UInt8 = 0x26
  private static let equals: UInt8 = 0x3D
  private static let percent: UInt8 = 0x25
}

extension TextBuffer {
  fileprivate mutating func append(_ path: PathTemplate) {
    for piece in path.pieces {
      switch piece {
      case .literal(let bytes): append(bytes, unless: ASCII.isPath)
      case .value(let bytes): append(bytes[...], unless: ASCII.isUnreserved)
      case .segments(let bytes): append(bytes[...], unless: { ASCII.isUnreserved($0) || $0 == 0x2F })
      case .comma: append(UInt8(0x2C))
      }
    }
  }
}
