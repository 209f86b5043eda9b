import FoundationEssentials

/// UTF-8 text that is being written. It starts on the stack, and moves to the heap when it outgrows its space.
///
/// The text is not in an array, because an array checks at each byte whether it is shared, and allocates memory even
/// for short texts.
package struct TextBuffer: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var isOnHeap = false
  package private(set) var count = 0

  /// Runs `write` with an empty buffer. The buffer must not outlive `write`.
  @inline(__always)
  package static func with<Result, Failure: Error>(
    _ write: (consuming TextBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { memory throws(Failure) in
      try write(TextBuffer(memory))
    }
  }

  /// Returns the text that `write` puts into an empty buffer.
  @inline(__always)
  package static func string(_ write: (inout TextBuffer) -> Void) -> String {
    with { text in
      var text = text
      write(&text)
      return text.string
    }
  }

  private init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  deinit { if isOnHeap { memory.deallocate() } }

  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }
  package var string: String { String(decoding: bytes, as: UTF8.self) }
  package var data: Data { Data(bytes) }
  package var last: UInt8? { count > 0 ? memory[count - 1] : nil }

  package mutating func removeLast(_ number: Int = 1) { count -= min(number, count) }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.isEmpty { return }
    reserve(bytes.count)
    _ = memory[count...].update(fromContentsOf: bytes)
    count += bytes.count
  }

  /// Makes room for this many more bytes.
  @inline(__always)
  private mutating func reserve(_ number: Int) { if memory.count - count < number { grow(by: number) } }

  @inline(never)
  private mutating func grow(by number: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, count + number))
    _ = larger.update(fromContentsOf: bytes)
    if isOnHeap { memory.deallocate() }
    memory = larger
    isOnHeap = true
  }
}

extension TextBuffer {
  @inline(__always)
  package mutating func append(_ text: String) { text.withBytes { append($0[...]) } }

  /// Appends a text. Percent-encodes every byte for which `isPlain` returns false (RFC 3986 §2.1, with upper-case
  /// digits).
  @inline(__always)
  package mutating func append(_ text: String, unless isPlain: (UInt8) -> Bool) {
    text.withBytes { append($0[...], unless: isPlain) }
  }

  @inline(__always)
  package mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, unless isPlain: (UInt8) -> Bool) {
    var rest = bytes
    while !rest.isEmpty {
      let part = rest.prefix(128)
      rest = rest.dropFirst(part.count)
      reserve(part.count * 3)
      // This is a local copy of the pointer. Without the copy, the compiler would read the pointer again after each
      // store, because the store could have changed it.
      let memory = memory
      var end = count
      for byte in part {
        if isPlain(byte) {
          memory[end] = byte
          end += 1
        } else {
          memory[end] = 0x25
          memory[end + 1] = ASCII.hexDigit(byte >> 4, upperCase: true)
          memory[end + 2] = ASCII.hexDigit(byte & 15, upperCase: true)
          end += 3
        }
      }
      count = end
    }
  }
}
