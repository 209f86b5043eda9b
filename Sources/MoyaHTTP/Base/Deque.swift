/// A first-in first-out line: a ring, so that an element that comes and goes moves nothing else and frees nothing. Its room
/// is a power of two and stays.
@usableFromInline package struct Deque<Element> {
  @usableFromInline var items: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline package internal(set) var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Element? { count > 0 ? items[head] : nil }

  /// Where the element is that so many others go before; of a ring with room.
  @inlinable func place(_ index: Int) -> Int { (head &+ index) & (items.count &- 1) }

  @inlinable package mutating func append(_ element: consuming Element) {
    if count == items.count { grow() }
    items[place(count)] = consume element
    count &+= 1
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      head = place(1)
      count &-= 1
    }
    return items[head].take()
  }

  /// The element that so many others go before; `nil`: there is none.
  @inlinable package subscript(index: Int) -> Element? { 0..<count ~= index ? items[place(index)] : nil }

  /// Puts another element in the place of the one that so many others go before, if there is one.
  @inlinable package mutating func replace(at index: Int, with element: consuming Element) {
    if 0..<count ~= index { items[place(index)] = consume element }
  }

  @usableFromInline mutating func grow() {
    let room = max(8, 2 * items.count)
    items = (0..<room).map { $0 < count ? items[place($0)] : nil }
    head = 0
  }
}
