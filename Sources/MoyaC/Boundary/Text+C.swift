import CMoya
import MoyaCore

extension moya_str {
  /// Points into the buffer, and is valid as long as the buffer lives. `{NULL, 0}` for `nil`, and for nothing else.
  init(_ buffer: BodyBuffer?) {
    self.init()
    guard let buffer else { return }
    data = buffer.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? moya_str.empty.characters
    len = buffer.count
  }

  private static let empty: StaticString = ""
}

extension StaticString {
  /// Ended by NUL, as every literal is.
  var characters: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// Copies of texts and bytes, each with a zero behind it. `nil`: there is no memory.
extension BodyBuffer {
  convenience init?(_ text: String) {
    self.init(room: text.utf8.count) { memory in
      text.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer($0)) }
      return memory.count
    }
  }

  convenience init?(copying data: Data) {
    self.init(room: data.count) { data.copyBytes(to: $0) }
  }

  /// Of several texts, with commas between them.
  convenience init?(joining values: [moya_str]) {
    self.init(room: values.reduce(max(0, values.count - 1)) { $0 + $1.len }) { memory in
      var end = 0
      for (index, value) in values.enumerated() {
        if index > 0 {
          memory[end] = UInt8(ascii: ",")
          end += 1
        }
        memory[end...].copyBytes(from: UnsafeRawBufferPointer(start: value.data, count: value.len))
        end += value.len
      }
      return end
    }
  }

  /// A copy of a caller's bytes. The caller chooses how many, and Swift's own allocation ends the process when it fails.
  static func copying(
    _ start: UnsafeRawPointer?, count: Int, named name: @autoclosure () -> String
  ) throws(Failure) -> BodyBuffer {
    guard let copy = BodyBuffer(copying: try callerBytes(start, count: count, named: name())) else {
      throw .memory(name())
    }
    return copy
  }
}
