import CMoya
import Glibc
import MoyaCore

extension CResponse {
  /// A response made of parts that the caller gives (`moya_response_create`), which are copied.
  init(
    status: Int32, url: String, headers: CallerArray<moya_header>, body: BodyBuffer
  ) throws(Failure) {
    _ = ResponseParts.typesAreMade
    guard 100...599 ~= status else { throw Failure(MOYA_ERROR_ARGUMENT, "http_status is \(status), not 100 … 599") }
    let block = HeaderBlock()
    for (index, header) in headers.enumerated() {
      let name = try CResponse.bytes(header.name, refusing: [0x3A, 0x0D, 0x0A], named: "headers[\(index)].name")
      if name.isEmpty { throw Failure(MOYA_ERROR_ARGUMENT, "headers[\(index)].name is empty") }
      let value = try CResponse.bytes(header.value, refusing: [0x0D, 0x0A], named: "headers[\(index)].value")
      guard block.appendField(name, value) else { throw .memory("headers") }
    }
    let head = HTTPURLResponse(urlText: url, statusCode: Int(status), block: block)
    try self.init(Response(statusCode: Int(status), content: .buffer(body), request: nil, response: head))
  }

  private static func bytes(
    _ text: UnsafePointer<CChar>?, refusing bad: [UInt8], named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard let text else { throw .null(name()) }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    if bytes.contains(where: bad.contains) {
      throw Failure(MOYA_ERROR_ARGUMENT, "\(name()) has a character that cannot be there")
    }
    return bytes
  }
}
