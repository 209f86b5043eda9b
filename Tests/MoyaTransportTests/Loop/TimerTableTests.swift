import Testing

@testable import MoyaTransport

@Suite struct TimerTableTests {
  @Test func `slots come out in the order of their times`() {
    var table = TimerTable()
    var expected: [UInt64] = []
    for slot in 0..<200 {
      let time = UInt64((slot * 7919) % 1009)
      expected.append(time)
      table.arm(slot: slot, at: time)
    }
    expected.sort()
    var times: [UInt64] = []
    while table.next != TimerTable.never {
      times.append(table.next)
      #expect(table.popDue(at: table.next) != nil)
    }
    #expect(times == expected)
  }

  @Test func `an earlier time replaces a later one, a later one waits behind it`() {
    var table = TimerTable()
    table.arm(slot: 0, at: 100)
    table.arm(slot: 0, at: 50)
    table.arm(slot: 0, at: 200)
    #expect(table.popDue(at: 49) == nil)
    #expect(table.popDue(at: 50) == 0)
    #expect(table.popDue(at: 1000) == nil)
    #expect(table.next == TimerTable.never)
  }
}
