import Glibc

/// Memory for the texts and arrays of one call. All of this memory is freed together.
struct Scratch: ~Copyable {
  static let blockSize = 1024
  /// Each element of an array needs an alignment of at most 8 bytes.
  static let alignment = 8

  private var next: UnsafeMutableRawPointer?
  private var room = 0
  /// The block that was allocated last. Each block begins with the address of the previous block.
  private var blocks: UnsafeMutableRawPointer?

  /// - Parameter memory: The memory that is used before any block is allocated. It belongs to the caller and must
  ///   outlive this object.
  init(_ memory: UnsafeMutableRawBufferPointer = UnsafeMutableRawBufferPointer(start: nil, count: 0)) {
    (next, room) = (memory.baseAddress, memory.count)
  }

  deinit {
    var block = blocks
    while let each = block {
      block = each.load(as: UnsafeMutableRawPointer?.self)
      free(each)
    }
  }

  /// Returns uninitialized memory for this many elements.
  mutating func array<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int
  ) throws(Failure) -> UnsafeMutablePointer<Element> {
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !isTooLarge, count >= 0 else { throw .memory("the arguments") }
    return try take(bytes).bindMemory(to: type, capacity: count)
  }

  /// Returns a copy of the bytes, followed by a zero byte.
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

  /// Returns the digits of a number, followed by a zero byte.
  mutating func text(_ number: some FixedWidthInteger) throws(Failure) -> UnsafePointer<CChar> {
    let room = 24
    let text = try array(of: CChar.self, count: room)
    var (start, rest) = (text + room - 1, number.magnitude)
    start.pointee = 0
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      start -= 1
      start.pointee = CChar(truncatingIfNeeded: digit) | 0x30
      rest = quotient
    } while rest != 0
    if number < 0 {
      start -= 1
      start.pointee = 0x2D
    }
    return UnsafePointer(start)
  }

  private mutating func take(_ bytes: Int) throws(Failure) -> UnsafeMutableRawPointer {
    let step = Scratch.alignment
    guard bytes <= Int.max - 3 * step else { throw .memory("the arguments") }
    let wanted = max(step, (bytes + step - 1) & ~(step - 1))
    if wanted > room {
      let size = max(Scratch.blockSize, wanted + step)
      guard let block = malloc(size) else { throw .memory("the arguments") }
      block.storeBytes(of: blocks, as: UnsafeMutableRawPointer?.self)
      blocks = block
      (next, room) = (block + step, size - step)
    }
    guard let start = next else { throw .memory("the arguments") }
    (next, room) = (start + wanted, room - wanted)
    return start
  }
}

/// A list in the memory of a call. It is allocated with room for the usual number of elements.
struct ScratchList<Element: BitwiseCopyable> {
  private(set) var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  mutating func append(_ element: Element, _ expected: Int, _ scratch: inout Scratch) throws(Failure) {
    if count == capacity {
      let more = try scratch.array(of: Element.self, count: max(expected, capacity * 2))
      if let start { more.update(from: start, count: count) }
      (start, capacity) = (more, max(expected, capacity * 2))
    }
    guard let start, count < capacity else { throw .memory("the arguments") }
    (start + count).initialize(to: element)
    count += 1
  }

  func contains(where isWanted: (Element) -> Bool) -> Bool {
    guard let start else { return false }
    return (0..<count).contains { isWanted(start[$0]) }
  }
}

// MARK: - KeptTexts

/// The texts of a definition in the form that C reads. They are valid as long as this object lives.
final class KeptTexts {
  private var scratch = Scratch()

  func keep(_ text: String) throws(Failure) -> UnsafePointer<CChar> { try scratch.text(text) }

  func array<Element: BitwiseCopyable>(_ elements: [Element]) throws(Failure) -> UnsafeMutablePointer<Element> {
    let array = try scratch.array(of: Element.self, count: elements.count)
    for (index, element) in elements.enumerated() { (array + index).initialize(to: element) }
    return array
  }
}
