import CThread
import Glibc
import MoyaCore
import Synchronization

/// A place on the heap that stores the context of one run of a hook.
///
/// A plugin's `moya_context *` is a number, not an address. The number consists of the slot's place in the
/// `ContextSlab` and of the count of the slot's uses. No number is used twice, and no slot of the slab is freed. If a
/// plugin uses a context too late, the context's number no longer matches the slot. The library then reads no freed
/// memory.
///
/// One thread at a time uses the context. While a hook runs, only the hook's thread may use the hook's context. After
/// `keep`, any thread may call a function of `moya_host` with the context. The thread uses the context until that
/// function returns. For the context with which a plugin's instance is created, `keep` is called at once.
struct ContextSlot: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ContextSlot>

  /// The special values of `owner`, which says who uses the context. Any other value is the thread that uses the
  /// context.
  private enum Owner {
    /// The context was kept and no thread uses it. The next thread that calls `enter` gets the context.
    static let none: UInt = 0
    /// The slot is free.
    static let slab = UInt.max
    /// While a thread uses a kept context, `owner` is the thread's `pthread_t` plus this bit. No `pthread_t` has this
    /// bit itself.
    static let ofKept: UInt = 1
  }

  /// The place of the slot in the `ContextSlab`. 0 if the slot is outside the slab. A context in such a slot has no
  /// number.
  let place: UInt
  /// The place of the next free slot. Used only while this slot is free.
  let next = Atomic<UInt>(0)
  /// The number of the current use. 0 if the slot is free.
  private let number = Atomic<UInt>(0)
  private let owner = Atomic<UInt>(Owner.slab)
  /// The number of forks (`Fork.generation`) in the process in which the context was kept.
  private let birth = Atomic<UInt32>(0)
  private let uses = Atomic<UInt>(0)
  /// The addresses of the `PluginIdentity` and of the call's subject (its copy of the target), and the hook. Other
  /// threads may read these three facts.
  private let plugin = Atomic<UInt>(0)
  private let subject = Atomic<UInt>(0)
  private let hook = Atomic<UInt8>(0)
  /// The context. The memory is initialized while the slot is not free.
  let context: UnsafeMutablePointer<HookContext>
  /// Memory for the texts that the plugin reads (`HookTexts`).
  let room: UnsafeMutableRawPointer
  /// The bytes of `room`.
  static let roomSize = 1024

  init(at place: UInt, _ context: UnsafeMutablePointer<HookContext>, _ room: UnsafeMutableRawPointer) {
    self.place = place
    self.context = context
    self.room = room
  }

  private static var thisThread: UInt { pthread_self() }

  /// Puts a context into a free slot for one run of a hook. Returns the number of this use, which plugins get as the
  /// context's handle.
  @inline(__always)
  func begin(_ context: consuming HookContext) -> UInt {
    store(context)
    return beginAgain()
  }

  /// Stores the context in a slot that this thread has taken. The context gets a number only in `beginAgain`.
  @inline(__always)
  func store(_ context: consuming HookContext) {
    subject.store(context.subjectAddress, ordering: .relaxed)
    hook.store(context.hook.rawValue, ordering: .relaxed)
    self.context.initialize(to: context)
    self.context.pointee.begin(with: room)
  }

  /// Lets this thread use the stored context, and returns the number of this use. `end` ends the use.
  @inline(__always)
  func beginAgain() -> UInt {
    owner.store(ContextSlot.thisThread, ordering: .relaxed)
    return beginNext()
  }

  /// Begins the next use of the slot and returns the number of this use. This thread must already use the context. Call
  /// this function after the context was passed to another plugin.
  @inline(__always)
  func beginNext() -> UInt {
    plugin.store(context.pointee.identityAddress, ordering: .relaxed)
    let uses = uses.load(ordering: .relaxed) &+ 1
    self.uses.store(uses, ordering: .relaxed)
    let number = place == 0 ? 0 : uses << ContextSlab.placeBits | place
    self.number.store(number, ordering: .releasing)
    return number
  }

  /// True if the slot was used so often that no new number is left for it.
  var isWorn: Bool { uses.load(ordering: .relaxed) >= UInt.max >> ContextSlab.placeBits }

  /// Returns true if this number names the current run of the hook on this thread. Returns false after the hook has
  /// returned.
  func isOwn(_ number: UInt) -> Bool {
    self.number.load(ordering: .acquiring) == number && owner.load(ordering: .relaxed) == ContextSlot.thisThread
  }

  /// Returns true if this number names a plugin instance that a parent process made. A forked child never destroys such
  /// an instance.
  func isInherited(_ number: UInt) -> Bool {
    self.number.load(ordering: .acquiring) == number && isOfInstance
      && birth.load(ordering: .relaxed) != Fork.generation
  }

  /// True if the slot contains the context of a plugin's instance.
  var isOfInstance: Bool { hook.load(ordering: .relaxed) == HookContext.Hook.create.rawValue }

  /// The hook that runs with the context, for a log line that another thread writes. `nil` if no hook of a call runs.
  var running: (plugin: UInt, subject: UInt, hook: HookContext.Hook)? {
    let number = number.load(ordering: .acquiring)
    guard number != 0, owner.load(ordering: .relaxed) != Owner.none else { return nil }
    let (plugin, subject) = (plugin.load(ordering: .relaxed), subject.load(ordering: .relaxed))
    let hook = HookContext.Hook(rawValue: hook.load(ordering: .relaxed))
    guard self.number.load(ordering: .acquiring) == number, let hook, hook != .create else { return nil }
    return (plugin, subject, hook)
  }

  /// Keeps the context after its hook returns, and lets all threads use it. Call this function on the hook's thread
  /// only.
  func keep() {
    birth.store(Fork.generation, ordering: .relaxed)
    owner.store(Owner.none, ordering: .releasing)
  }

  /// Ends the use of the slot. The caller has already taken the contents of `context`.
  func end() {
    number.store(0, ordering: .relaxed)
    owner.store(Owner.slab, ordering: .releasing)
  }

  enum Access {
    case mine
    /// An outer function on this thread already uses the context.
    case nested
    case refused
  }

  /// Makes this thread the user of a kept context.
  ///
  /// If another thread uses the context, waits until that thread has left the context. This is soon, because a thread
  /// uses such a context only inside a function of `moya_host`.
  func enter(_ number: UInt) -> Access {
    let mine = ContextSlot.thisThread | Owner.ofKept
    // In a forked child this loop ends at once, because the thread that uses the context might not exist in the child.
    while birth.load(ordering: .relaxed) == Fork.generation, self.number.load(ordering: .acquiring) == number {
      let (isTaken, owner) = owner.compareExchange(expected: Owner.none, desired: mine, ordering: .acquiring)
      if isTaken {
        // The number is read again, because the slot may contain the context of another hook by now.
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

/// All slots for contexts of hooks, and a stack of the free slots. The slots are allocated in chunks of 64, which are
/// never freed. Each thread also has a free slot of its own, so that threads whose hooks are not nested do not compete
/// for the stack.
///
/// The stack needs no lock, so a forked child can continue to use it.
enum ContextSlab {
  /// The number of bits for a slot's place. The other bits of a number count the slot's uses.
  static let placeBits: UInt = 20
  private static let placeMask: UInt = 1 << placeBits - 1
  private static let chunkBits: UInt = 6
  private static let mostChunks = 1 << (placeBits - chunkBits)

  /// The lower bits are the place of the slot on top of the stack of free slots, or 0 if the stack is empty. The higher
  /// bits count the changes of this value.
  ///
  /// A thread may be interrupted after it has read this value and before it takes the slot. If other threads take and
  /// return the slot in this time, the count differs and the thread does not take the slot.
  private static let top = Atomic<UInt>(0)
  private static let chunkCount = Atomic<Int>(0)

  /// The address of an array with the addresses of all chunks of slots. An element is 0 until its chunk is made. The
  /// value is 0 until the array is made.
  ///
  /// The value is an address and not a pointer, because Swift would check at each use whether a static pointer is
  /// initialized.
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

  /// Returns the slot at a place. Returns `nil` if no slot has this place.
  static func slot(at place: UInt) -> ContextSlot.Pointer? {
    guard let chunks else { return nil }
    let address = chunks[Int(place >> chunkBits)].load(ordering: .acquiring)
    return ContextSlot.Pointer(bitPattern: address).map { $0 + Int(place & (1 << chunkBits - 1)) }
  }

  /// Returns the slot of a context's number. The slot may contain another context by now, so the caller must compare
  /// the number with the slot's number. Returns `nil` for NULL.
  static func slot(of number: UInt) -> ContextSlot.Pointer? {
    number & placeMask == 0 ? nil : slot(at: number & placeMask)
  }

  /// All slots of the slab.
  static var slots: some Sequence<ContextSlot.Pointer> {
    (1..<(UInt(max(0, chunkCount.load(ordering: .relaxed))) << chunkBits + 1)).lazy.compactMap { slot(at: $0) }
  }

  /// The address of a thread-local word, in which each thread stores one free slot for its next context.
  typealias ThreadWord = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// The value of a thread's word (`moya_thread_slot`) if the thread stores no free slot now. Before the thread first
  /// stores a slot, the word is NULL.
  private static var none: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

  /// Takes a free slot. If all of the about one million places of the slab are in use, makes a slot outside the slab.
  @inline(__always)
  static func take(for word: ThreadWord = moya_thread_slot()) -> ContextSlot.Pointer {
    guard let slot = word.pointee, slot != none else { return takeFromStack() }
    word.pointee = none
    return slot.assumingMemoryBound(to: ContextSlot.self)
  }

  @inline(__always)
  static func giveBack(_ slot: ContextSlot.Pointer, to word: ThreadWord = moya_thread_slot()) {
    if word.pointee == none, slot.pointee.place != 0, !slot.pointee.isWorn {
      word.pointee = UnsafeMutableRawPointer(slot)
    } else {
      giveBackElsewhere(slot)
    }
  }

  @inline(never)
  private static func giveBackElsewhere(_ slot: ContextSlot.Pointer) {
    if slot.pointee.isWorn { return }
    if slot.pointee.place == 0 { return free(slot) }
    let word = moya_thread_slot()
    if word.pointee == nil, let key, pthread_setspecific(key, word) == 0 {
      word.pointee = UnsafeMutableRawPointer(slot)
    } else {
      push(slot)
    }
  }

  /// A `pthread_key_t` whose destructor runs when a thread ends. The destructor puts the free slot of the thread onto
  /// the stack. `nil` if the process has too many keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { _ in
      let word = moya_thread_slot()
      let slot = word.pointee
      word.pointee = nil
      if let slot, slot != ContextSlab.none { ContextSlab.push(slot.assumingMemoryBound(to: ContextSlot.self)) }
    }
    return status == 0 ? key : nil
  }()

  @inline(never)
  private static func takeFromStack() -> ContextSlot.Pointer {
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

  private static func push(_ slot: ContextSlot.Pointer) {
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

  /// Makes a chunk of 64 slots and returns one of them. Returns `nil` if the slab is full.
  private static func makeChunk() -> ContextSlot.Pointer? {
    let index = chunkCount.add(1, ordering: .relaxed).oldValue
    guard index < mostChunks else {
      chunkCount.subtract(1, ordering: .relaxed)
      return nil
    }
    let count: UInt = 1 << chunkBits
    let slots = make(count, from: UInt(index) * count)
    makeChunks()[index].store(UInt(bitPattern: slots), ordering: .releasing)
    // Place 0 means "no slot", so the first slot of the first chunk is not used.
    let first = index == 0 ? 1 : 0
    for offset in (first + 1)..<Int(count) { push(slots + offset) }
    return slots + first
  }

  private static func make(_ count: UInt, from place: UInt) -> ContextSlot.Pointer {
    let slots = ContextSlot.Pointer.allocate(capacity: Int(count))
    let contexts = UnsafeMutablePointer<HookContext>.allocate(capacity: Int(count))
    let rooms = UnsafeMutableRawPointer.allocate(byteCount: Int(count) * ContextSlot.roomSize, alignment: 16)
    for offset in 0..<Int(count) {
      let room = rooms + offset * ContextSlot.roomSize
      (slots + offset).initialize(to: ContextSlot(at: place + UInt(offset), contexts + offset, room))
    }
    return slots
  }

  private static func free(_ slot: ContextSlot.Pointer) {
    slot.pointee.context.deallocate()
    slot.pointee.room.deallocate()
    slot.deinitialize(count: 1)
    slot.deallocate()
  }
}
