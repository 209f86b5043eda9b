/// A first-in first-out line. An array and a read index: popping is free, and the space is reclaimed when it runs dry
/// or is mostly consumed.
@usableFromInline package struct Deque<Element> {
  @usableFromInline var items: [Element?] = []
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var count: Int { items.count - head }
  @inlinable package var isEmpty: Bool { head == items.count }

  @inlinable package mutating func append(_ element: Element) { items.append(element) }

  @inlinable package mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    let element = items[head]
    items[head] = nil
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes the first that matches.
  @inlinable package mutating func remove(_ matches: (Element) -> Bool) -> Bool {
    for index in head..<items.count {
      if let element = items[index], matches(element) {
        items.remove(at: index)
        return true
      }
    }
    return false
  }
}
