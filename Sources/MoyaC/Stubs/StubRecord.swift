import CMoya
import MoyaCore

/// A `moya_stub_request` with the memory that it points at.
///
/// Unchecked: nothing changes it once it is made.
final class ShownRequest: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<moya_stub_request>
  private let texts: [BodyBuffer?]
  private let headers: UnsafeMutableBufferPointer<moya_header>

  /// - Parameter rule: 0: none.
  init(_ received: ReceivedRequest, rule: UInt64, answered: Int) {
    let (exchange, request) = (received.exchange, received.request)
    let fields = request.headerFields.fields
    var texts = [
      BodyBuffer(exchange.subject.name), BodyBuffer(request.httpMethod ?? "GET"), BodyBuffer(request.urlText),
      received.body.flatMap { BodyBuffer(copying: $0) },
    ]
    headers = .allocate(capacity: fields.count)
    for (index, field) in fields.enumerated() {
      let (name, value) = (BodyBuffer(field.name), BodyBuffer(field.value))
      texts += [name, value]
      headers.initializeElement(at: index, to: moya_header(name: moya_str(name).data, value: moya_str(value).data))
    }
    pointer = .allocate(capacity: 1)
    pointer.initialize(
      to: moya_stub_request(
        size: UInt32(MemoryLayout<moya_stub_request>.size), header_stride: UInt32(MemoryLayout<moya_header>.stride),
        target: moya_str(texts[0]), method: moya_str(texts[1]), url: moya_str(texts[2]),
        headers: UnsafePointer(headers.baseAddress), header_count: fields.count, body: moya_str(texts[3]), rule: rule,
        answered: moya_stubbed_by(answered), reserved: 0, user: (exchange.subject as? CSubject)?.user))
    self.texts = texts
  }

  deinit {
    pointer.deallocate()
    headers.deallocate()
  }
}

/// The first requests since the record was begun. Its room is made before a request comes, so that nothing is allocated
/// inside `Fork.guarded`.
struct StubRecord {
  static let largest = 1_000_000

  private var requests: [ShownRequest?]
  private(set) var count = 0

  init(most: Int = 0) { requests = Array(repeating: nil, count: most) }

  var most: Int { requests.count }
  var isFull: Bool { count >= requests.count }

  mutating func append(_ request: ShownRequest) {
    guard !isFull else { return }
    requests[count] = request
    count += 1
  }

  /// Valid as long as the record.
  func pointer(at index: Int) -> UnsafePointer<moya_stub_request>? {
    0..<count ~= index ? UnsafePointer(requests[index]?.pointer) : nil
  }
}
