import CSimdjson

/// A JSON text that was checked, with the places of its tokens (document.hpp). It does not keep the text.
///
/// Unchecked: once it was made, any thread may read it, which document.hpp sees to. `find` alone is for one thread at a
/// time.
package final class JSONDocument: @unchecked Sendable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) { self.handle = handle }

  deinit { JSONDocument.giveBack(handle) }

  /// The document as cursors of C know it, as long as this lives and the text stays where it was.
  package var cursor: UnsafeRawPointer { UnsafeRawPointer(handle) }

  /// Checks a text.
  package static func scan(_ text: UnsafeRawBufferPointer) throws(JSONLookupError) -> JSONDocument {
    guard let handle = Fork.guarded({ idle.popLast() }) ?? json_document_create() else { throw .outOfMemory }
    let document = JSONDocument(handle: handle)
    let status = text.withMemoryRebound(to: UInt8.self) {
      json_document_scan(handle, $0.baseAddress, $0.count, JSONReader.maximumDepth)
    }
    switch Int(status) {
    case JSON_OK: return document
    case JSON_TOO_DEEP: throw .tooDeep
    case JSON_NO_MEMORY: throw .outOfMemory
    default: throw .notJSON
    }
  }

  /// Offsets in the text that was checked, and that lies here by now; `nil` when nothing is there. For one thread at a
  /// time.
  func find(_ path: JSONKeyPath, in text: UnsafeRawBufferPointer) -> Range<Int>? {
    var found = json_span()
    let isFound = path.description.withBytes { path in
      let path = UnsafeRawBufferPointer(path)
      return text.withMemoryRebound(to: UInt8.self) {
        json_document_find(
          handle, $0.baseAddress, path.baseAddress?.assumingMemoryBound(to: CChar.self), path.count, &found)
      }
    }
    return isFound ? found.offset..<(found.offset + found.length) : nil
  }
}

// MARK: - Reuse

extension JSONDocument {
  /// Documents between two texts. Fresh memory costs more than the scan: every page is a fault.
  /// Unchecked: used under `Fork.guarded` alone, since a child that was forked meanwhile reads JSON too. A document
  /// belongs to `idle` or to the one object that took it from there.
  nonisolated(unsafe) private static var idle: [OpaquePointer] = []

  /// How many documents are kept, and how large a text they may have held: a larger one leaves too much memory.
  private static let idleLimit = 4
  private static let idleCapacity = 8 << 20

  private static func giveBack(_ handle: OpaquePointer) {
    json_document_forget(handle)
    let fits = json_document_capacity(handle) <= idleCapacity
    let isKept = Fork.guarded {
      guard fits, idle.count < idleLimit else { return false }
      idle.append(handle)
      return true
    }
    if !isKept { json_document_destroy(handle) }
  }
}
