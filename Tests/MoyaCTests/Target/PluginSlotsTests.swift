import MoyaTestSupport
import Testing

@testable import MoyaC

/// The pointers that the plugins of a provider store for one call.
@Suite struct PluginSlotsTests {
  private let subject = CSubject(name: "user", labels: [], sample: nil, user: nil)

  private func pointer(_ number: UInt) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

  private func set(_ index: Int, of count: Int, to number: UInt) -> Bool {
    subject.slots.set(index, of: count, pointer(number)) { true }
  }

  @Test func `a call has no values until a plugin stores one`() {
    #expect(!subject.hasValues && subject.slot(at: 0) == nil && subject.takeSlot(at: 0) == nil)
    #expect(set(2, of: 3, to: 16))
    #expect(subject.hasValues && subject.slot(at: 0) == nil && subject.slot(at: 2) == pointer(16))
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]])
  func `each plugin has its own pointer, in whatever order they are stored`(order: [Int]) {
    for index in order { #expect(set(index, of: 4, to: UInt(index + 1) * 16)) }
    for index in 0..<4 { #expect(subject.slot(at: index) == pointer(UInt(index + 1) * 16)) }
    for index in order { #expect(set(index, of: 4, to: UInt(index + 1) * 32)) }
    for index in 0..<4 {
      #expect(subject.takeSlot(at: index) == pointer(UInt(index + 1) * 32))
      #expect(subject.takeSlot(at: index) == nil && subject.slot(at: index) == nil)
    }
    #expect(set(order[1], of: 4, to: 48) && subject.slot(at: order[1]) == pointer(48))
  }

  @Test(arguments: [-1, 4, Int.max, Int.min])
  func `an index of no plugin has no slot`(index: Int) {
    #expect(!set(index, of: 4, to: 16))
    #expect(set(1, of: 4, to: 16) && set(2, of: 4, to: 32))
    #expect(!set(index, of: 4, to: 48))
    #expect(subject.slot(at: index) == nil && subject.takeSlot(at: index) == nil)
    #expect(subject.slot(at: 1) == pointer(16) && subject.slot(at: 2) == pointer(32))
  }

  @Test func `a pointer that must not be stored changes nothing`() {
    #expect(set(0, of: 2, to: 16))
    #expect(!subject.slots.set(0, of: 2, pointer(32)) { false })
    #expect(!subject.slots.set(1, of: 2, pointer(32)) { false })
    #expect(subject.slot(at: 0) == pointer(16) && subject.slot(at: 1) == nil)
  }

  /// ThreadSanitizer reports data that two threads use without a lock.
  @Test func `after several threads have stored and taken pointers, the slots are empty`() {
    let (threads, times) = (4, 500)
    let stored = Locked(0)
    let taken = Locked(0)
    let ended = Signal()
    let subject = subject
    for thread in 0..<threads {
      Thread.detach {
        for _ in 0..<times {
          let isMine = subject.slots.set(thread % 2, of: 2, UnsafeMutableRawPointer(bitPattern: 16)) { true }
          if isMine { stored.with { $0 += 1 } }
          if subject.takeSlot(at: thread % 2) != nil { taken.with { $0 += 1 } }
        }
        ended.fire()
      }
    }
    #expect(ended.wait(threads))
    #expect(stored.current == threads * times && (1...stored.current).contains(taken.current))
    #expect(subject.slot(at: 0) == nil && subject.slot(at: 1) == nil)
  }
}
