import Glibc
import Synchronization

/// All slots for contexts of hooks, in chunks that are never freed; and those that are free, as a stack that needs no
/// lock, so that a forked child can go on with it.
enum ContextSlab {
  /// Bits of a number that say where the slot is; the others count its uses.
  static let placeBits: UInt = 20
  private static let placeMask: UInt = 1 << placeBits - 1
  private static let chunkBits: UInt = 6
  private static let mostChunks = 1 << (placeBits - chunkBits)

  /// The free slot on top, by its place (0: there is none); above it a count of changes, so that a thread which was
  /// interrupted between looking and taking cannot take a slot that was taken and given back meanwhile.
  private static let top = Atomic<UInt>(0)
  private static let chunkCount = Atomic<Int>(0)

  /// Where the addresses of chunks are, each 0 until it is made; 0: nowhere yet. An address and no pointer, which Swift
  /// would ask at each use whether it was made.
  private static let chunkTable = Atomic<UInt>(0)
  private static var chunks: UnsafeMutablePointer<Atomic<UInt>>? {
    UnsafeMutablePointer(bitPattern: chunkTable.load(ordering: .acquiring))
  }

  private static func makeChunks() -> UnsafeMutablePointer<Atomic<UInt>> {
    if let chunks { return chunks }
    let made = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: mostChunks)
    for index in 0..<mostChunks { (made + index).initialize(to: Atomic(0)) }
    let (isFirst, other) = chunkTable.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if isFirst { return made }
    made.deallocate()
    return UnsafeMutablePointer(bitPattern: other) ?? made
  }

  /// `nil`: there is none at that place.
  static func slot(at place: UInt) -> ContextSlot.Pointer? {
    guard let chunks else { return nil }
    let address = chunks[Int(place >> chunkBits)].load(ordering: .acquiring)
    return ContextSlot.Pointer(bitPattern: address).map { $0 + Int(place & (1 << chunkBits - 1)) }
  }

  /// The slot that a number names, whether or not the number is still good.
  static func slot(of number: UInt) -> ContextSlot.Pointer? { slot(at: number & placeMask) }

  /// A free slot; outside the slab when a million contexts are in it.
  static func take() -> ContextSlot.Pointer {
    var seen = top.load(ordering: .acquiring)
    while let slot = seen & placeMask == 0 ? nil : slot(of: seen) {
      let next = slot.pointee.next.load(ordering: .relaxed)
      let (isTaken, now) = top.compareExchange(
        expected: seen, desired: changed(seen, top: next), ordering: .acquiringAndReleasing)
      if isTaken { return slot }
      seen = now
    }
    return makeChunk() ?? make(1, from: 0)
  }

  static func giveBack(_ slot: ContextSlot.Pointer) {
    if slot.pointee.isWorn { return }
    if slot.pointee.place == 0 { return free(slot) }
    var seen = top.load(ordering: .relaxed)
    while true {
      slot.pointee.next.store(seen & placeMask, ordering: .relaxed)
      let (isDone, now) = top.compareExchange(
        expected: seen, desired: changed(seen, top: slot.pointee.place), ordering: .acquiringAndReleasing)
      if isDone { return }
      seen = now
    }
  }

  private static func changed(_ seen: UInt, top: UInt) -> UInt { (seen | placeMask) &+ 1 | top }

  /// Makes a chunk, and gives one slot of it.
  private static func makeChunk() -> ContextSlot.Pointer? {
    let index = chunkCount.add(1, ordering: .relaxed).oldValue
    guard index < mostChunks else {
      chunkCount.subtract(1, ordering: .relaxed)
      return nil
    }
    let count: UInt = 1 << chunkBits
    let slots = make(count, from: UInt(index) * count)
    makeChunks()[index].store(UInt(bitPattern: slots), ordering: .releasing)
    // The first place of all stands for "none".
    let first = index == 0 ? 1 : 0
    for offset in (first + 1)..<Int(count) { giveBack(slots + offset) }
    return slots + first
  }

  private static func make(_ count: UInt, from place: UInt) -> ContextSlot.Pointer {
    let slots = ContextSlot.Pointer.allocate(capacity: Int(count))
    let contexts = UnsafeMutablePointer<HookContext>.allocate(capacity: Int(count))
    for offset in 0..<Int(count) {
      (slots + offset).initialize(to: ContextSlot(at: place + UInt(offset), contexts + offset))
    }
    return slots
  }

  private static func free(_ slot: ContextSlot.Pointer) {
    slot.pointee.context.deallocate()
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}
