/// A first-in first-out queue. Its elements are in a ring buffer, so that adding and removing an element moves no other
/// element and frees no memory. The capacity is a power of two and never shrinks.
@usableFromInline package struct Deque<Element> {
  @usableFromInline var items: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline package internal(set) var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Element? { count > 0 ? items[head] : nil }

  /// Returns the index in `items` of the element that has `index` elements before it. `items` must not be empty.
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

  /// The element that has `index` elements before it. `nil` if there is none.
  @inlinable package subscript(index: Int) -> Element? { 0..<count ~= index ? items[place(index)] : nil }

  /// Replaces the element that has `index` elements before it, if there is one.
  @inlinable package mutating func replace(at index: Int, with element: consuming Element) {
    if 0..<count ~= index { items[place(index)] = consume element }
  }

  @usableFromInline mutating func grow() {
    let room = max(8, 2 * items.count)
    items = (0..<room).map { $0 < count ? items[place($0)] : nil }
    head = 0
  }
}
