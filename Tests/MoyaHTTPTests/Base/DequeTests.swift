import Testing

@testable import MoyaHTTP

@Suite struct DequeTests {
  @Test func `first in, first out, across growth and removal`() {
    var deque = Deque<Int>()
    var expected: [Int] = []
    for round in 0..<5000 {
      deque.append(round)
      expected.append(round)
      if round % 3 == 0 { #expect(deque.popFirst() == expected.removeFirst()) }
    }
    #expect(deque.remove { $0 == 4000 })
    expected.removeAll { $0 == 4000 }
    #expect(deque.count == expected.count)
    while let next = deque.popFirst() { #expect(next == expected.removeFirst()) }
    #expect(expected.isEmpty && deque.isEmpty)
  }
}
