import Testing

@testable import MoyaTransport

@Suite struct ItemTableTests {
  private final class Item: LoopItem, @unchecked Sendable {
    var time: UInt64

    init(_ loop: Loop, at time: UInt64) {
      self.time = time
      super.init(loop: loop)
    }

    override var deadline: UInt64 { time }
  }

  private let loop: Loop

  init() throws { loop = try Loop() }

  @Test func `items come out in the order of their times`() {
    var table = ItemTable()
    let items = (0..<200).map { Item(loop, at: UInt64(($0 * 7919) % 1009)) }
    for item in items { table.insert(item) }
    var times: [UInt64] = []
    while table.next != ItemTable.never {
      times.append(table.next)
      #expect(table.popDue(at: table.next) != nil)
    }
    #expect(times == items.map(\.time).sorted())
  }

  @Test func `an earlier time replaces a later one, a later one waits behind it`() {
    var table = ItemTable()
    let item = Item(loop, at: 100)
    table.insert(item)
    for time: UInt64 in [50, 200] {
      item.time = time
      table.arm(item)
    }
    #expect(table.popDue(at: 49) == nil)
    #expect(table.popDue(at: 50) === item)
    #expect(table.popDue(at: 1000) == nil)
    #expect(table.next == ItemTable.never)
  }

  @Test func `what was removed does not come out, and the next item in its slot comes no later than it wants`() {
    var table = ItemTable()
    let (old, new) = (Item(loop, at: 50), Item(loop, at: 100))
    table.insert(old)
    table.remove(old)
    #expect(table.popDue(at: 60) == nil)
    table.insert(new)
    #expect(table.items.map { $0 === new } == [true] && new.slot == 0)
    #expect(table.popDue(at: 99) == nil)
    #expect(table.popDue(at: 100) === new)
  }
}
