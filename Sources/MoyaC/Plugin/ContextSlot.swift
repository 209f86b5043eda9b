import Glibc
import MoyaCore
import Synchronization

/// A place on the heap for the context of one hook run. What a plugin holds as its `moya_context *` is no address but a
/// number: the slot's place in the `ContextSlab`, and how often the slot was used. No number is given twice and no slot
/// is freed, so a context that a plugin uses too late is a number that does not match, and not freed memory.
///
/// Contexts cannot be kept by plugins yet: `keep` is the ground for hooks of C that may be pending, and only tests call
/// it. One thread at a time uses the context: the hook's own while the hook runs, and any thread, for the time of one
/// function of the host, once the context is kept beyond its hook.
struct ContextSlot: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ContextSlot>

  /// Who may use the context.
  private enum Owner {
    /// The context is kept, and no thread is using it: the next one that asks gets it.
    static let none: UInt = 0
    /// The slot is free.
    static let slab = UInt.max
    /// Set beside the thread that uses a kept context; no `pthread_t` has this bit.
    static let ofKept: UInt = 1
  }

  /// 0: it is outside the slab, and its context has no number.
  let place: UInt
  /// The place of the next free slot, as long as this one is free.
  let next = Atomic<UInt>(0)
  /// Of the present use; 0: the slot is free.
  private let number = Atomic<UInt>(0)
  private let owner = Atomic<UInt>(Owner.slab)
  /// The process in which the context was kept: see `Fork`.
  private let birth = Atomic<UInt32>(0)
  private let uses = Atomic<UInt>(0)
  /// Initialized as long as the slot is not free.
  let context: UnsafeMutablePointer<HookContext>

  init(at place: UInt, _ context: UnsafeMutablePointer<HookContext>) {
    self.place = place
    self.context = context
  }

  private static var thisThread: UInt { pthread_self() }

  /// Begins a use of a free slot. Gives its number.
  func begin(_ context: consuming HookContext) -> UInt {
    self.context.initialize(to: context)
    let uses = uses.load(ordering: .relaxed) &+ 1
    self.uses.store(uses, ordering: .relaxed)
    let number = place == 0 ? 0 : uses << ContextSlab.placeBits | place
    owner.store(ContextSlot.thisThread, ordering: .relaxed)
    self.number.store(number, ordering: .releasing)
    return number
  }

  /// Has it had all the numbers that there are for it?
  var isWorn: Bool { uses.load(ordering: .relaxed) >= UInt.max >> ContextSlab.placeBits }

  /// Is this the thread of the hook that the number stands for, and the hook still running?
  func isOwn(_ number: UInt) -> Bool {
    self.number.load(ordering: .acquiring) == number && owner.load(ordering: .relaxed) == ContextSlot.thisThread
  }

  /// Lets the context outlive its hook, and opens it to all threads. On the hook's thread only.
  func keep() {
    birth.store(Fork.generation, ordering: .relaxed)
    owner.store(Owner.none, ordering: .releasing)
  }

  /// Ends the use; the caller has taken what is in `context`.
  func end() {
    number.store(0, ordering: .relaxed)
    owner.store(Owner.slab, ordering: .releasing)
  }

  enum Access {
    case mine
    /// This thread has it already, further out.
    case nested
    case refused
  }

  /// Makes this thread the one that uses a kept context. A thread that is in a function of the host is waited for;
  /// these are short.
  func enter(_ number: UInt) -> Access {
    let mine = ContextSlot.thisThread | Owner.ofKept
    // After a fork, the thread that has it may not exist.
    while birth.load(ordering: .relaxed) == Fork.generation, self.number.load(ordering: .acquiring) == number {
      let (isTaken, owner) = owner.compareExchange(expected: Owner.none, desired: mine, ordering: .acquiring)
      if isTaken {
        // Ended and kept anew between the two, by another hook.
        if self.number.load(ordering: .relaxed) == number { return .mine }
        leave()
      } else if owner == mine {
        return .nested
      } else if owner == Owner.slab || owner & Owner.ofKept == 0 {
        return .refused
      } else {
        sched_yield()
      }
    }
    return .refused
  }

  func leave() { owner.store(Owner.none, ordering: .releasing) }
}

// MARK: - ContextSlab

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
