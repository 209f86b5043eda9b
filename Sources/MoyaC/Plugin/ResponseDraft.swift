import CMoya
import MoyaCore

/// A response that a plugin makes or changes while one of its hooks runs. One thread at a time uses it.
///
/// The header section is copied when the plugin changes the first field, and then changed in place. A change that throws
/// has changed nothing.
final class ResponseDraft {
  var status = 200
  var content = TransferResponse.Content.data(Data()) { didSet { hasContent = true } }
  /// True if the plugin has set the body.
  private(set) var hasContent = false
  /// The response that has arrived. `nil` if the plugin makes a new one.
  private let base: Response?
  /// The header section of the draft. Nothing else refers to it while the hook runs. `nil` if the plugin has changed no
  /// field.
  private var section: HeaderBlock?

  init() { base = nil }

  init(_ response: Response) {
    status = response.statusCode
    content = response.content
    base = response
  }

  private static let emptyHead = HTTPURLResponse(urlText: "", statusCode: 0, fields: HeaderFields())

  private var baseHead: HTTPURLResponse { base?.response ?? ResponseDraft.emptyHead }

  /// The header fields. The head also contains a status and a URL, which are not used.
  var head: HTTPURLResponse { section.map { baseHead.with(block: $0) } ?? baseHead }

  var urlText: String? { base?.response?.urlText }

  func response(to request: URLRequest?) -> Response {
    let url = base?.response?.urlText ?? request?.urlText ?? ""
    return Response(
      statusCode: status, content: content, request: nil, response: head.with(statusCode: status, urlText: url),
      attempt: base?.attemptCount ?? 0, fileURL: base?.fileURL)
  }

  // MARK: Header fields

  /// Replaces the first field of this name, and removes the others. If there is none, adds the field. If the value is
  /// `nil`, removes all of them.
  func set(_ name: UnsafeRawBufferPointer, to value: UnsafeRawBufferPointer?) throws(Failure) {
    guard has(name) else {
      if let value { try add(name, value) }
      return
    }
    let block = HeaderBlock(capacity: ResponseDraft.usualSize)
    var isWhole = true
    var isPut = false
    eachField { known, old in
      guard ASCII.equalIgnoringCase(known, name) else {
        isWhole = isWhole && block.appendField(known, old)
        return
      }
      if isPut { return }
      isPut = true
      if let value { isWhole = isWhole && block.appendField(known, value) }
    }
    guard isWhole else { throw .memory("the field") }
    section = block
  }

  func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(Failure) {
    guard try ownSection().appendField(name, value) else { throw .memory("the field") }
  }

  private static let usualSize = 512

  private func ownSection() throws(Failure) -> HeaderBlock {
    if let section { return section }
    let block = HeaderBlock(capacity: ResponseDraft.usualSize)
    var isWhole = true
    eachField { name, value in isWhole = isWhole && block.appendField(name, value) }
    guard isWhole else { throw .memory("the fields") }
    section = block
    return block
  }

  private func has(_ name: UnsafeRawBufferPointer) -> Bool {
    var isFound = false
    eachField { known, _ in isFound = isFound || ASCII.equalIgnoringCase(known, name) }
    return isFound
  }

  private func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    if let section { section.eachField(body) } else { baseHead.eachField(body) }
  }

  // MARK: Checks

  /// Checks the name of a field. Content-Length is allowed, because a plugin may repeat what a server has sent.
  static func checked(name: UnsafePointer<CChar>?) throws(Failure) -> UnsafeRawBufferPointer {
    let name = try CallerText.bytes(name, named: "name")
    guard ASCII.isToken(name.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "name is not the name of a field")
    }
    return name
  }

  /// Checks the value of a field. A value need not be UTF-8 (RFC 9110 §5.5).
  static func checked(value: UnsafePointer<CChar>?) throws(Failure) -> UnsafeRawBufferPointer {
    let value = try CallerText.bytes(value, named: "value")
    guard ASCII.isFieldValue(value.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(MOYA_ERROR_INVALID_REQUEST, "value contains a control character")
    }
    return value
  }
}
