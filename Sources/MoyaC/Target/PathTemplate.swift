import CMoya
import MoyaCore

/// A target's path, with a value for each name in braces. The pieces of the path are percent-encoded in different ways.
struct PathTemplate {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  enum Piece {
    case literal(Slice<Bytes>)
    /// A value that is a segment or a part of a segment. Slashes are encoded.
    case value(Bytes)
    /// A value that is one or more segments. Slashes are not encoded.
    case segments(Bytes)
    /// A comma between two values of one name.
    case comma
  }

  private(set) var pieces: [Piece] = []
  private(set) var length = 0

  static func isOne(_ path: Bytes) -> Bool { path.contains { $0 == open || $0 == close } }

  /// - Parameter bytes: Checks one of the caller's texts and returns its bytes. It calls its argument `name` only for
  ///   the message of an error.
  init(
    _ path: Bytes, _ values: CallerArray<moya_parameter>?,
    _ bytes: (UnsafePointer<CChar>?, _ name: () -> String) throws(Failure) -> Bytes
  ) throws(Failure) {
    var named: [(name: Bytes, value: Bytes, isUsed: Bool)] = []
    named.reserveCapacity(values?.count ?? 0)
    // Reserves room for two names and the text around them.
    pieces.reserveCapacity(4)
    for index in 0..<(values?.count ?? 0) {
      guard let value = values?[index] else { break }
      let name = try bytes(value.name) { "moya_target.path_values[\(index)].name" }
      named.append((name, try bytes(value.value) { "moya_target.path_values[\(index)].value" }, false))
    }
    var rest = path[...]
    while let brace = rest.firstIndex(where: { $0 == PathTemplate.open || $0 == PathTemplate.close }) {
      let isDoubled = rest.dropFirst(brace - rest.startIndex + 1).first == rest[brace]
      append(.literal(rest[..<(isDoubled ? brace + 1 : brace)]))
      if isDoubled {
        rest = rest[(brace + 2)...]
        continue
      }
      guard rest[brace] == PathTemplate.open, let end = rest[brace...].firstIndex(of: PathTemplate.close) else {
        throw .argument("moya_target.path has a brace alone: write it twice if it is meant")
      }
      var name = rest[(brace + 1)..<end]
      let takesSegments = name.first == PathTemplate.plus
      if takesSegments { name = name.dropFirst() }
      let (before, count) = (length, pieces.count)
      for place in named.indices where named[place].name.elementsEqual(name) {
        if pieces.count > count { append(.comma) }
        append(takesSegments ? .segments(named[place].value) : .value(named[place].value))
        named[place].isUsed = true
      }
      if pieces.count == count { throw .argument("moya_target.path needs a value for {\(PathTemplate.shown(name))}") }
      if length == before { throw PathTemplate.unusable(name, "is empty") }
      rest = rest[(end + 1)...]
    }
    append(.literal(rest))
    if let spare = named.firstIndex(where: { !$0.isUsed }) {
      let name = PathTemplate.shown(named[spare].name[...])
      throw .argument("moya_target.path_values[\(spare)] is for {\(name)}, which moya_target.path does not name")
    }
    if isMisleading {
      throw Failure(
        MOYA_ERROR_INVALID_URL, "the URL is not usable: a value makes a segment of moya_target.path . or ..")
    }
  }

  private mutating func append(_ piece: Piece) {
    switch piece {
    case .literal(let bytes):
      if bytes.isEmpty { return }
      length += bytes.count
    case .value(let bytes), .segments(let bytes): length += bytes.count
    case .comma: length += 1
    }
    pieces.append(piece)
  }

  /// True if a segment that contains a value is `.` or `..`. Servers remove such segments (RFC 3986 §5.2.4), so the
  /// path would change.
  private var isMisleading: Bool {
    var (dots, others, hasValue) = (0, 0, false)
    func isOdd() -> Bool { hasValue && others == 0 && 1...2 ~= dots }
    func count(_ byte: UInt8) { if byte == PathTemplate.dot { dots += 1 } else { others += 1 } }
    func isOdd(_ bytes: some Sequence<UInt8>, isValue: Bool) -> Bool {
      hasValue = hasValue || isValue
      for byte in bytes {
        if byte != PathTemplate.slash {
          count(byte)
          continue
        }
        if isOdd() { return true }
        (dots, others, hasValue) = (0, 0, isValue)
      }
      return false
    }
    for piece in pieces {
      switch piece {
      case .value(let bytes):
        hasValue = true
        for byte in bytes { count(byte) }
      case .comma: others += 1
      case .segments(let bytes): if isOdd(bytes, isValue: true) { return true }
      case .literal(let bytes): if isOdd(bytes, isValue: false) { return true }
      }
    }
    return isOdd()
  }

  private static func unusable(_ name: Slice<Bytes>, _ fault: String) -> Failure {
    Failure(
      MOYA_ERROR_INVALID_URL, "the URL is not usable: the value for {\(shown(name))} in moya_target.path \(fault)")
  }

  private static func shown(_ name: Slice<Bytes>) -> String {
    RequestRules.printable(String(decoding: name, as: UTF8.self))
  }

  private static let open: UInt8 = 0x7B
  private static let close: UInt8 = 0x7D
  private static let dot: UInt8 = 0x2E
  private static let plus: UInt8 = 0x2B
  private static let slash: UInt8 = 0x2F
}
