import FoundationEssentials
import MoyaHTTP

/// A request's body, opened: its length is known and its files can be read.
enum OutgoingBody {
  case none
  /// Few enough bytes to travel with the header section in one packet or two.
  case small([Data], length: Int)
  case stream(BodyReader)

  /// libcurl sends up to this many bytes together with the header section.
  private static let smallLimit = 65_000

  init(_ body: RequestBody) throws(TransferError) {
    switch body {
    case .none:
      self = .none
    case .data(let data) where data.count <= OutgoingBody.smallLimit:
      self = .small([data], length: data.count)
    case .data(let data):
      self = .stream(try BodyReader([.data(data)]))
    case .file(let path):
      self = .stream(try BodyReader(path: path))
    case .segments(let segments):
      if let parts = OutgoingBody.small(segments) {
        self = .small(parts, length: parts.reduce(0) { $0 + $1.count })
      } else {
        self = .stream(try BodyReader(segments))
      }
    }
  }

  /// Bytes to send; −1: not known.
  var length: Int64 {
    switch self {
    case .none: 0
    case .small(_, let length): Int64(length)
    case .stream(let reader): reader.length
    }
  }

  /// Bytes that libcurl has taken so far, of a body that is read as it is sent.
  var count: Int64 { if case .stream(let reader) = self { reader.count } else { 0 } }

  /// Bytes that have left with a request that was answered.
  var sentCount: Int64 { if case .stream(let reader) = self { reader.count } else { length } }

  /// Makes `buffer` hold a body that is small, or nothing. False: there is no memory.
  func copy(to buffer: BodyBuffer) -> Bool {
    buffer.removeAll()
    guard case .small(let parts, _) = self else { return true }
    return parts.allSatisfy { $0.withUnsafeBytes(buffer.append) }
  }

  private static func small(_ segments: [RequestBody.Segment]) -> [Data]? {
    var parts: [Data] = []
    var length = 0
    for segment in segments {
      guard case .data(let data) = segment else { return nil }
      length += data.count
      if length > smallLimit { return nil }
      parts.append(data)
    }
    return parts
  }
}
