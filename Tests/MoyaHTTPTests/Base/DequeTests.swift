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
    for index in 0..<deque.count where deque[index] == 4000 { deque.replace(at: index, with: 4001) }
    expected = expected.map { $0 == 4000 ? 4001 : $0 }
    #expect(deque.count == expected.count)
    while let next = deque.popFirst() { #expect(next == expected.removeFirst()) }
    #expect(expected.isEmpty && deque.isEmpty)
  }
}
