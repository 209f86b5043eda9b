import Glibc
import MoyaCore
import Synchronization

/// A place on the heap for the context of one run of a hook.
///
/// A plugin's `moya_context *` is not an address but a number. It contains the slot's place in the `ContextSlab` and
/// how often the slot was used. No number is used twice and no slot is freed. If a plugin uses a context too late, its
/// number therefore does not match, and no freed memory is read.
///
/// Plugins cannot retain contexts yet. `keep` prepares for C hooks that return later, and only tests call it. One
/// thread at a time uses the context. While the hook runs, only the hook's thread may use it. After the hook, any
/// thread may use a context that was kept, until the function of `moya_host` that the thread called returns.
struct ContextSlot: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ContextSlot>

  /// Who may use the context.
  private enum Owner {
    /// The context is kept and no thread uses it. The next thread that asks gets it.
    static let none: UInt = 0
    /// The slot is free.
    static let slab = UInt.max
    /// A bit that is set in addition to the thread that uses a kept context. No `pthread_t` has this bit.
    static let ofKept: UInt = 1
  }

  /// 0 if the slot is outside the slab. Its context then has no number.
  let place: UInt
  /// The place of the next free slot, while this one is free.
  let next = Atomic<UInt>(0)
  /// The number of the current use. 0 if the slot is free.
  private let number = Atomic<UInt>(0)
  private let owner = Atomic<UInt>(Owner.slab)
  /// The process in which the context was kept, as its `Fork` generation.
  private let birth = Atomic<UInt32>(0)
  private let uses = Atomic<UInt>(0)
  /// Initialized while the slot is not free.
  let context: UnsafeMutablePointer<HookContext>

  init(at place: UInt, _ context: UnsafeMutablePointer<HookContext>) {
    self.place = place
    self.context = context
  }

  private static var thisThread: UInt { pthread_self() }

  /// Begins a use of a free slot and returns its number.
  func begin(_ context: consuming HookContext) -> UInt {
    self.context.initialize(to: context)
    let uses = uses.load(ordering: .relaxed) &+ 1
    self.uses.store(uses, ordering: .relaxed)
    let number = place == 0 ? 0 : uses << ContextSlab.placeBits | place
    owner.store(ContextSlot.thisThread, ordering: .relaxed)
    self.number.store(number, ordering: .releasing)
    return number
  }

  /// True if all numbers for this slot have been used.
  var isWorn: Bool { uses.load(ordering: .relaxed) >= UInt.max >> ContextSlab.placeBits }

  /// True if this thread runs the hook of this number, and the hook has not returned.
  func isOwn(_ number: UInt) -> Bool {
    self.number.load(ordering: .acquiring) == number && owner.load(ordering: .relaxed) == ContextSlot.thisThread
  }

  /// Lets the context outlive its hook and opens it to all threads. Call it on the hook's thread only.
  func keep() {
    birth.store(Fork.generation, ordering: .relaxed)
    owner.store(Owner.none, ordering: .releasing)
  }

  /// Ends the use. The caller has already taken the contents of `context`.
  func end() {
    number.store(0, ordering: .relaxed)
    owner.store(Owner.slab, ordering: .releasing)
  }

  enum Access {
    case mine
    /// An outer function on this thread already has it.
    case nested
    case refused
  }

  /// Makes this thread the user of a kept context.
  ///
  /// Waits while another thread is in a host function for it, which is short.
  func enter(_ number: UInt) -> Access {
    let mine = ContextSlot.thisThread | Owner.ofKept
    // After a fork, the thread that has it may not exist.
    while birth.load(ordering: .relaxed) == Fork.generation, self.number.load(ordering: .acquiring) == number {
      let (isTaken, owner) = owner.compareExchange(expected: Owner.none, desired: mine, ordering: .acquiring)
      if isTaken {
        // Between the two steps, another hook has ended the context and kept a new one.
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

/// All slots for contexts of hooks, in chunks that are never freed, and a stack of the free slots.
///
/// The stack needs no lock, so a forked child can continue to use it.
enum ContextSlab {
  /// The number of bits for a slot's place. The other bits of a number count the slot's uses.
  static let placeBits: UInt = 20
  private static let placeMask: UInt = 1 << placeBits - 1
  private static let chunkBits: UInt = 6
  private static let mostChunks = 1 << (placeBits - chunkBits)

  /// The place of the top free slot (0 if there is none), with a count of changes in the higher bits.
  ///
  /// The count protects a thread that is interrupted between reading and taking. It cannot take a slot that was taken
  /// and returned in between.
  private static let top = Atomic<UInt>(0)
  private static let chunkCount = Atomic<Int>(0)

  /// The address of an array with the addresses of the chunks, each 0 until its chunk is made. 0 if there is no array
  /// yet.
  ///
  /// An address and not a pointer, because Swift would check at each use whether a static pointer is initialized.
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

  /// The slot at a place. `nil` if there is none.
  static func slot(at place: UInt) -> ContextSlot.Pointer? {
    guard let chunks else { return nil }
    let address = chunks[Int(place >> chunkBits)].load(ordering: .acquiring)
    return ContextSlot.Pointer(bitPattern: address).map { $0 + Int(place & (1 << chunkBits - 1)) }
  }

  /// The slot that a number names, whether or not the number is still valid.
  static func slot(of number: UInt) -> ContextSlot.Pointer? { slot(at: number & placeMask) }

  /// Takes a free slot. If a million contexts are in the slab, makes one outside it.
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

  /// Makes a chunk and returns one of its slots.
  private static func makeChunk() -> ContextSlot.Pointer? {
    let index = chunkCount.add(1, ordering: .relaxed).oldValue
    guard index < mostChunks else {
      chunkCount.subtract(1, ordering: .relaxed)
      return nil
    }
    let count: UInt = 1 << chunkBits
    let slots = make(count, from: UInt(index) * count)
    makeChunks()[index].store(UInt(bitPattern: slots), ordering: .releasing)
    // Place 0 means "none".
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
