import MoyaHTTP
import Synchronization

/// The unfinished items of a loop (transfers and timers), each in its own slot of an array, with their deadlines in a
/// binary heap.
///
/// The table is made for deadlines that are usually moved or dropped before they pass, like timeouts. Moving a deadline
/// to a later time does not change the heap. The early entry stays in the heap. When its time comes, the item gets an
/// entry for its current deadline. If an item ends, its entry stays too, and the next item of the slot uses it.
struct ItemTable {
  private struct Entry {
    var time: UInt64
    var slot: Int
  }

  static let never = UInt64.max

  private var slots: [LoopItem?] = []
  private var free: [Int] = []
  private var heap: [Entry] = []
  /// The time of the earliest valid heap entry of each slot; `never` if the slot has none.
  private var armed: [UInt64] = []

  /// The earliest time at which `popDue` may return an item; `never` if there is none.
  var next: UInt64 { heap.first?.time ?? ItemTable.never }

  var items: [LoopItem] { slots.compactMap { $0 } }

  mutating func insert(_ item: LoopItem) {
    if let slot = free.popLast() {
      slots[slot] = item
      item.slot = slot
    } else {
      item.slot = slots.count
      slots.append(item)
      armed.append(ItemTable.never)
    }
    arm(item)
  }

  /// Removes the item and returns the table's reference to it.
  @discardableResult
  mutating func remove(_ item: LoopItem) -> LoopItem? {
    guard slots.indices.contains(item.slot) else { return nil }
    let own = slots[item.slot].take()
    free.append(item.slot)
    item.slot = -1
    return own
  }

  /// Makes sure that the heap has an entry for the item at its deadline or earlier.
  mutating func arm(_ item: LoopItem) {
    let (slot, time) = (item.slot, item.deadline)
    guard slots.indices.contains(slot), time < armed[slot] else { return }
    armed[slot] = time
    push(Entry(time: time, slot: slot))
  }

  /// Removes the first heap entry that is due, and returns its item. If the item's deadline has moved since the entry
  /// was made, the caller must call `arm` again.
  mutating func popDue(at now: UInt64) -> LoopItem? {
    while let first = heap.first, first.time <= now {
      removeFirst()
      // If `arm` was called again for an earlier time, the slot has two entries. Only the earlier entry counts.
      guard armed[first.slot] == first.time else { continue }
      armed[first.slot] = ItemTable.never
      if let item = slots[first.slot] { return item }
    }
    return nil
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent].time <= entry.time { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = entry
  }

  private mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      if last.time <= heap[child].time { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
  }
}

// MARK: - LoopItem

/// Something that a loop runs to its completion: a transfer or a timer. It has a slot in the loop's item table.
///
/// The class is `@unchecked Sendable` because only the thread that runs the loop uses its fields.
class LoopItem: Stoppable, @unchecked Sendable {
  var slot = -1
  var isEnded = false

  let loop: Loop

  init(loop: consuming Loop) { self.loop = consume loop }

  final func stop() { loop.submit(.stop(self)) }

  final func perform(_ job: @escaping @Sendable () -> Void) { loop.submit(.job(job)) }

  /// The time at which the loop must wake this item, in microseconds of the loop's clock.
  var deadline: UInt64 { ItemTable.never }
}

/// A job that runs at a given time.
final class TimerItem: LoopItem, @unchecked Sendable {
  let time: UInt64
  var job: (@Sendable () -> Void)?

  init(loop: Loop, time: UInt64, job: @escaping @Sendable () -> Void) {
    self.time = time
    self.job = job
    super.init(loop: loop)
  }

  override var deadline: UInt64 { time }
}

/// Work that other threads give to a loop.
enum Submission: Sendable {
  case start(Transfer)
  case timer(TimerItem)
  case job(@Sendable () -> Void)
  case stop(LoopItem)
}
