import CMoya
import Glibc
import MoyaCore

/// The parts of an ELF file that the dynamic loader uses without a check (System V gABI, chapters 4 and 5).
///
/// The loader maps a file and reads it. If the file is truncated, the loader's read ends the process with SIGBUS. If
/// the file's code is for another machine, the loader's message is vague. Therefore a module is read here first,
/// without running any of its code.
struct ELFFile {
  private let descriptor: Int32
  private let size: Int
  private(set) var segments: [Segment] = []
  private(set) var dynamic: [UInt64: UInt64] = [:]

  /// An entry of the program header table.
  struct Segment {
    let type, flags: UInt32
    let offset, address, fileSize, memorySize: UInt64

    func contains(_ address: UInt64) -> Bool { address >= self.address && address - self.address < memorySize }

    /// True if the loader maps the segment, and the program may write it.
    var isWritable: Bool { type == SegmentType.load && flags & 2 != 0 }
    var isLoaded: Bool { type == SegmentType.load }
  }

  /// Reads the file's headers.
  ///
  /// - Parameter size: The size of the file in bytes.
  init(_ descriptor: Int32, size: Int) throws(Fault) {
    self.descriptor = descriptor
    self.size = size
    guard let head = bytes(0, 64), head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      throw Fault("is not an ELF file")
    }
    if head[4] == 1 { throw Fault("is for machines of 32 bits") }
    guard head[4] == 2, head[5] == 1 else { throw Fault("is for machines of another byte order or word size") }
    let machine = Int(head.number(at: 18, bytes: 2))
    if machine != ELFFile.machine {
      throw Fault("is for \(ELFFile.name(of: machine)), and this program for \(ELFFile.name(of: ELFFile.machine))")
    }
    if head.number(at: 16, bytes: 2) != ELFFile.sharedObject {
      throw Fault("is an ELF file, but not a shared object")
    }
    try readSegments(head)
    try readDynamicSection()
    try checkRelocations()
  }

  /// What is wrong with a file. In the message, the sentence follows the name of the file.
  struct Fault: Error {
    let status: Int
    let sentence: String

    init(_ sentence: String, status: Int = MOYA_ERROR_PLUGIN_FORMAT) {
      self.status = status
      self.sentence = sentence
    }
  }

  // MARK: Segments

  private mutating func readSegments(_ head: [UInt8]) throws(Fault) {
    let table = head.number(at: 32, bytes: 8)
    let (entry, count) = (head.number(at: 54, bytes: 2), head.number(at: 56, bytes: 2))
    guard entry == 56, count > 0 else { throw Fault("is damaged: it has no program headers") }
    // If the file ends before the table of sections ends, the file is truncated. Nothing uses this table, but most
    // files end with it.
    let sections = (head.number(at: 40, bytes: 8), head.number(at: 58, bytes: 2) * head.number(at: 60, bytes: 2))
    var end = max(64, ELFFile.end(table, count * entry), sections.0 == 0 ? 0 : ELFFile.end(sections.0, sections.1))
    if let headers = bytes(table, Int(count * entry)) {
      for index in 0..<Int(count) {
        let start = index * Int(entry)
        segments.append(
          Segment(
            type: UInt32(headers.number(at: start, bytes: 4)), flags: UInt32(headers.number(at: start + 4, bytes: 4)),
            offset: headers.number(at: start + 8, bytes: 8), address: headers.number(at: start + 16, bytes: 8),
            fileSize: headers.number(at: start + 32, bytes: 8), memorySize: headers.number(at: start + 40, bytes: 8)))
      }
      for segment in segments { end = max(end, ELFFile.end(segment.offset, segment.fileSize)) }
    }
    if end > UInt64(size) { throw Fault("is truncated: it has \(size) of \(end) bytes") }
    for segment in segments where segment.type == SegmentType.load && segment.fileSize > segment.memorySize {
      throw Fault("is damaged: a segment of the file is larger than its memory")
    }
    // A file with two headers of one of these types is refused, because the loader uses the last header and other
    // programs use the first one.
    for type in [SegmentType.stack, SegmentType.dynamic] where segments.count(where: { $0.type == type }) > 1 {
      throw Fault("is damaged: it has two program headers of one type")
    }
    // Without a header for the stack, the loader makes the stacks of the whole program executable.
    guard let stack = segments.first(where: { $0.type == SegmentType.stack }), stack.flags & 1 == 0 else {
      throw Fault("wants an executable stack")
    }
  }

  private static func end(_ start: UInt64, _ count: UInt64) -> UInt64 {
    let (end, overflows) = start.addingReportingOverflow(count)
    return overflows ? .max : end
  }

  private enum SegmentType {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let stack: UInt32 = 0x6474_E551
  }

  // MARK: The dynamic section

  private mutating func readDynamicSection() throws(Fault) {
    guard let segment = segments.first(where: { $0.type == SegmentType.dynamic }),
      segment.fileSize <= 1 << 20, let entries = memory(segment.address, Int(segment.fileSize))
    else { throw Fault("is damaged: it has no dynamic section") }
    for start in stride(from: 0, to: entries.count - 15, by: 16) {
      let tag = entries.number(at: start, bytes: 8)
      if tag == 0 { break }
      dynamic[tag] = entries.number(at: start + 8, bytes: 8)
    }
    if let flags = dynamic[Tag.flags1], flags & 0x0800_0000 != 0 { throw Fault("is a program, not a shared object") }
    for tag in Tag.addresses {
      guard let address = dynamic[tag] else { continue }
      guard segments.contains(where: { $0.type == SegmentType.load && $0.contains(address) }) else {
        throw Fault("is damaged: its dynamic section points outside the file")
      }
    }
    if let strings = dynamic[Tag.strings], let count = dynamic[Tag.stringsSize] {
      let end = ELFFile.end(strings, count)
      guard count > 0,
        segments.contains(where: { $0.type == SegmentType.load && $0.contains(strings) && $0.contains(end &- 1) })
      else { throw Fault("is damaged: its names go on after the end of the file") }
    }
  }

  enum Tag {
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let stringsSize: UInt64 = 10
    static let gnuHash: UInt64 = 0x6FFF_FEF5
    static let flags1: UInt64 = 0x6FFF_FFFB
    /// The tags whose values the loader uses as addresses in the file: PLTGOT, HASH, STRTAB, SYMTAB, RELA, INIT, FINI,
    /// REL, JMPREL, INIT_ARRAY, FINI_ARRAY, RELR, GNU_HASH, VERSYM, VERDEF and VERNEED.
    static let addresses: [UInt64] = [
      3, 4, 5, 6, 7, 12, 13, 17, 23, 25, 26, 36, gnuHash, 0x6FFF_FFF0, 0x6FFF_FFFC, 0x6FFF_FFFE,
    ]
  }

  // MARK: Symbols

  /// Throws if the file does not export a function of this name.
  func checkExports(function name: String) throws(Fault) {
    func fault(_ sentence: String) -> Fault { Fault(sentence, status: MOYA_ERROR_PLUGIN_ENTRY) }
    guard let symbol = symbol(name) else { throw fault("has no function \(name)") }
    let isCode = segments.contains {
      $0.type == SegmentType.load && $0.flags & 1 != 0 && $0.contains(symbol.number(at: 8, bytes: 8))
    }
    let isFunction = symbol[4] & 0xF == 2
    guard isFunction, isCode else { throw fault("exports \(name), which is not a function") }
  }

  /// Returns the defined symbol of this name, an `Elf64_Sym`.
  private func symbol(_ name: String) -> [UInt8]? {
    guard let symbols = dynamic[Tag.symbols], let strings = dynamic[Tag.strings] else { return nil }
    let wanted = Array(name.utf8) + [0]
    for index in candidates(name) {
      guard let symbol = memory(symbols &+ UInt64(index) &* 24, 24),
        memory(strings &+ symbol.number(at: 0, bytes: 4), wanted.count) == wanted
      else { continue }
      if symbol.number(at: 6, bytes: 2) != 0 { return symbol }
    }
    return nil
  }

  /// Returns the indexes of the symbols that can have this name. The search is the same as the loader's.
  private func candidates(_ name: String) -> [UInt32] {
    if let table = dynamic[Tag.gnuHash] { return gnuCandidates(name, table) }
    return dynamic[Tag.hash].map { oldCandidates(name, $0) } ?? []
  }

  private func gnuCandidates(_ name: String, _ table: UInt64) -> [UInt32] {
    guard let head = memory(table, 16) else { return [] }
    let (buckets, first) = (head.number(at: 0, bytes: 4), head.number(at: 4, bytes: 4))
    if buckets == 0 { return [] }
    let hash = name.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    let bucketTable = table &+ 16 &+ head.number(at: 8, bytes: 4) &* 8
    guard let start = word(bucketTable &+ UInt64(hash) % buckets &* 4), UInt64(start) >= first else { return [] }
    let chains = bucketTable &+ buckets &* 4
    var found: [UInt32] = []
    var index = start
    while let chain = word(chains &+ (UInt64(index) - first) &* 4) {
      if chain | 1 == hash | 1 { found.append(index) }
      if chain & 1 == 1 || index == .max { break }
      index += 1
    }
    return found
  }

  private func oldCandidates(_ name: String, _ table: UInt64) -> [UInt32] {
    guard let head = memory(table, 8) else { return [] }
    let (buckets, count) = (head.number(at: 0, bytes: 4), head.number(at: 4, bytes: 4))
    if buckets == 0 { return [] }
    let hash = name.utf8.reduce(UInt32(0)) { hash, byte in
      let next = hash &<< 4 &+ UInt32(byte)
      let top = next & 0xF000_0000
      return (next ^ top &>> 24) & ~top
    }
    var found: [UInt32] = []
    var index = word(table &+ 8 &+ UInt64(hash) % buckets &* 4) ?? 0
    while index != 0, UInt64(found.count) < count {
      found.append(index)
      index = word(table &+ 8 &+ (buckets &+ UInt64(index)) &* 4) ?? 0
    }
    return found
  }

  // MARK: Reading

  private func word(_ address: UInt64) -> UInt32? { memory(address, 4).map { UInt32($0.number(at: 0, bytes: 4)) } }

  /// Returns the bytes that the loader maps to this address. Returns `nil` if the file does not have them.
  func memory(_ address: UInt64, _ count: Int) -> [UInt8]? {
    guard let segment = segments.first(where: { $0.type == SegmentType.load && $0.contains(address) }),
      UInt64(count) <= segment.fileSize, address - segment.address <= segment.fileSize - UInt64(count)
    else { return nil }
    return bytes(segment.offset + (address - segment.address), count)
  }

  private func bytes(_ offset: UInt64, _ count: Int) -> [UInt8]? {
    guard offset <= UInt64(size), count <= size - Int(offset) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { memory in
        pread(descriptor, memory.baseAddress.map { $0 + done }, count - done, off_t(Int(offset) + done))
      }
      if got <= 0 { return nil }
      done += got
    }
    return bytes
  }

  // MARK: Machines

  private static let sharedObject: UInt64 = 3

  #if arch(x86_64)
    private static let machine = 62
  #elseif arch(arm64)
    private static let machine = 183
  #endif

  private static func name(of machine: Int) -> String {
    switch machine {
    case 3: "i386"
    case 21: "ppc64"
    case 22: "s390"
    case 40: "arm"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv"
    case 258: "loongarch"
    default: "machine \(machine)"
    }
  }
}

extension [UInt8] {
  /// Returns a little-endian number of 2, 4 or 8 bytes. Returns 0 if the array is too short to contain the number.
  func number(at start: Int, bytes count: Int) -> UInt64 {
    guard start >= 0, count <= self.count, start <= self.count - count else { return 0 }
    return (0..<count).reduce(0) { $0 | UInt64(self[start + $1]) << (8 * UInt64($1)) }
  }
}
