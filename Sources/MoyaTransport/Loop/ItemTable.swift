/// The items of a loop that have not ended (transfers and timers), each at an index of its own, with their deadlines.
struct ItemTable {
  private var slots: [LoopItem?] = []
  private var free: [Int] = []
  private var timers = TimerTable()

  /// The earliest time at which `popDue` may give something.
  var next: UInt64 { timers.next }

  var items: [LoopItem] { slots.compactMap { $0 } }

  mutating func insert(_ item: LoopItem) {
    if let slot = free.popLast() {
      slots[slot] = item
      item.slot = slot
    } else {
      item.slot = slots.count
      slots.append(item)
    }
    arm(item)
  }

  mutating func remove(_ item: LoopItem) {
    guard slots.indices.contains(item.slot) else { return }
    slots[item.slot] = nil
    free.append(item.slot)
    item.slot = -1
  }

  /// Wakes the item no later than its deadline.
  mutating func arm(_ item: LoopItem) { timers.arm(slot: item.slot, at: item.deadline) }

  /// Removes and returns an item whose time has come; it may have moved its deadline since, and arms again then.
  mutating func popDue(at now: UInt64) -> LoopItem? {
    while let slot = timers.popDue(at: now) {
      if slots.indices.contains(slot), let item = slots[slot] { return item }
    }
    return nil
  }
}
