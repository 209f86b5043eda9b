/// A first-in first-out line. An array and a read index: popping is free, and the space is reclaimed when it runs dry
/// or is mostly consumed.
package struct Deque<Element> {
  private var items: [Element?] = []
  private var head = 0

  package init() {}

  package var count: Int { items.count - head }
  package var isEmpty: Bool { head == items.count }

  package mutating func append(_ element: Element) { items.append(element) }

  package mutating func popFirst() -> Element? {
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
  package mutating func remove(_ matches: (Element) -> Bool) -> Bool {
    for index in head..<items.count {
      if let element = items[index], matches(element) {
        items.remove(at: index)
        return true
      }
    }
    return false
  }
}
