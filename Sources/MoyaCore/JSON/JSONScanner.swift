import CSimdjson

/// A checked JSON document in the C scanner. Used by one thread at a time: its owner locks.
final class JSONScanner {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) { self.handle = handle }

  deinit { JSONScanner.giveBack(handle) }

  /// Checks the document.
  static func scan(_ data: Data) throws(JSONLookupError) -> JSONScanner {
    guard let handle = Fork.guarded({ idle.popLast() }) ?? moya_json_scanner_create() else { throw .outOfMemory }
    let scanner = JSONScanner(handle: handle)
    let status = data.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) {
        moya_json_scan(scanner.handle, $0.baseAddress, $0.count, JSONReader.maximumDepth)
      }
    }
    switch Int(status) {
    case MOYA_JSON_OK: return scanner
    case MOYA_JSON_TOO_DEEP: throw .tooDeep
    case MOYA_JSON_NO_MEMORY: throw .outOfMemory
    default: throw .notJSON
    }
  }

  /// Offsets in the document that was scanned; `nil` when nothing is there.
  func find(_ path: JSONKeyPath, in data: Data) -> Range<Int>? {
    var found = moya_json_span()
    let status = path.steps.joined().withBytes { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      let steps = path.steps.map { step in
        let text = UnsafeRawBufferPointer(rebasing: rest.prefix(step.utf8.count))
        rest = rest.dropFirst(text.count)
        return moya_json_step(text: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count)
      }
      return data.withUnsafeBytes { raw in
        raw.withMemoryRebound(to: UInt8.self) {
          moya_json_find(handle, $0.baseAddress, steps, steps.count, &found)
        }
      }
    }
    return Int(status) == MOYA_JSON_OK ? found.offset..<(found.offset + found.length) : nil
  }
}

// MARK: - Reuse

extension JSONScanner {
  /// Scanners between two documents. Fresh memory costs more than the scan: every page is a fault.
  /// Unchecked: used under `Fork.guarded` alone, since a child that was forked meanwhile reads JSON too. A scanner
  /// belongs to `idle` or to the one thread that took it from there.
  nonisolated(unsafe) private static var idle: [OpaquePointer] = []

  /// How many scanners are kept, and how large a document they may have held: a larger one leaves too much memory.
  private static let idleLimit = 4
  private static let idleCapacity = 8 << 20

  private static func giveBack(_ handle: OpaquePointer) {
    let fits = moya_json_scanner_capacity(handle) <= idleCapacity
    let isKept = Fork.guarded {
      guard fits, idle.count < idleLimit else { return false }
      idle.append(handle)
      return true
    }
    if !isKept { moya_json_scanner_destroy(handle) }
  }
}
