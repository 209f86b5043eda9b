/// Deadlines of numbered slots, in a binary heap of plain integers.
///
/// Made for deadlines that are almost always moved or dropped before they pass, as timeouts are: moving one to a later
/// time costs nothing. The early entry stays, fires once, and the slot's owner says when it really wants to be woken.
package struct TimerTable {
  private struct Entry {
    var time: UInt64
    var slot: Int
  }

  private var heap: [Entry] = []
  /// The earliest live entry of each slot; `never` when it has none.
  private var armed: [UInt64] = []

  package static let never = UInt64.max

  package init() {}

  /// The time of the first entry, `never` when there is none.
  package var next: UInt64 { heap.first?.time ?? TimerTable.never }

  /// Wakes `slot` at `time` or earlier.
  package mutating func arm(slot: Int, at time: UInt64) {
    guard slot >= 0, time != TimerTable.never else { return }
    while armed.count <= slot { armed.append(TimerTable.never) }
    guard time < armed[slot] else { return }
    armed[slot] = time
    push(Entry(time: time, slot: slot))
  }

  /// Takes out one slot whose time has come. Its owner may have wanted a later one: it arms again.
  package mutating func popDue(at now: UInt64) -> Int? {
    while let first = heap.first, first.time <= now {
      removeFirst()
      // A slot that was armed earlier once more has two entries; only the earlier one counts.
      guard armed[first.slot] == first.time else { continue }
      armed[first.slot] = TimerTable.never
      return first.slot
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
