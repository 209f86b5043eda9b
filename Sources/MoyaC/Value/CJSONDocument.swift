import CMoya
import MoyaCore

/// A `moya_json_document`: a copy of a JSON text, which was read.
final class CJSONDocument: Handle, Sendable {
  private let text: BodyBuffer
  private let document: JSONDocument

  /// The longest text whose places fit into 32 bits.
  private static let limit = Int(UInt32.max)

  init(copying bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard bytes.count <= Self.limit else {
      throw Failure(MOYA_ERROR_ARGUMENT, "text is longer than \(Self.limit) bytes")
    }
    guard let text = BodyBuffer(copying: bytes) else { throw .memory("the text") }
    self.text = text
    do throws(JSONLookupError) { document = try JSONDocument.scan(text.bytes) } catch {
      throw Failure(error, of: "the text")
    }
  }

  /// The whole document, as a value that is valid as long as this.
  var root: moya_json { moya_json(document) }
}
