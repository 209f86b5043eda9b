import Glibc

/// Memory for the texts and arrays of one call, all of it freed at once.
struct Scratch: ~Copyable {
  private static let blockSize = 1024

  private var next: UnsafeMutableRawPointer?
  private var room = 0
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { free(block) } }

  /// Room for so many elements, not initialized.
  mutating func array<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int
  ) throws(Failure) -> UnsafeMutablePointer<Element> {
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !isTooLarge, count >= 0 else { throw .memory("the arguments") }
    return try take(bytes).bindMemory(to: type, capacity: count)
  }

  /// A copy, ended by a zero.
  mutating func text(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> UnsafePointer<CChar> {
    let copy = try array(of: CChar.self, count: bytes.count + 1)
    if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
    copy[bytes.count] = 0
    return UnsafePointer(copy)
  }

  mutating func text(_ string: String) throws(Failure) -> UnsafePointer<CChar> {
    let copy = try array(of: CChar.self, count: string.utf8.count + 1)
    string.withBytes { if let start = $0.baseAddress { memcpy(copy, start, $0.count) } }
    copy[string.utf8.count] = 0
    return UnsafePointer(copy)
  }

  private mutating func take(_ bytes: Int) throws(Failure) -> UnsafeMutableRawPointer {
    // Every element of an array is aligned to 8 bytes at most.
    guard bytes <= Int.max - 7 else { throw .memory("the arguments") }
    let wanted = max(8, (bytes + 7) & ~7)
    if wanted > room {
      let size = max(Scratch.blockSize, wanted)
      guard let block = malloc(size) else { throw .memory("the arguments") }
      blocks.append(block)
      (next, room) = (block, size)
    }
    guard let start = next else { throw .memory("the arguments") }
    (next, room) = (start + wanted, room - wanted)
    return start
  }
}

/// A list in the memory of a call, with a limit that is known when it gets its first element.
struct ScratchList<Element: BitwiseCopyable> {
  private(set) var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  mutating func append(_ element: Element, _ limit: Int, _ scratch: inout Scratch) throws(Failure) {
    if start == nil { (start, capacity) = (try scratch.array(of: Element.self, count: limit), limit) }
    guard let start, count < capacity else { throw .memory("the arguments") }
    (start + count).initialize(to: element)
    count += 1
  }

  func contains(where isWanted: (Element) -> Bool) -> Bool {
    guard let start else { return false }
    return (0..<count).contains { isWanted(start[$0]) }
  }
}
