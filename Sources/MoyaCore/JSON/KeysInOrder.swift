/// A key, and where its value is.
private struct KeyPlace {
  let key: String
  let place: [String: Any].Index
}

extension [String: Any] {
  /// Visits the keys in an order. The values stay where they are: an `Any` is costly to move.
  @inline(__always)
  func forEachKey<Failure: Error>(
    inOrder precedes: (String, String) -> Bool = { $0 < $1 }, _ body: (String, Index) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeTemporaryAllocation(of: KeyPlace.self, capacity: count) { (memory) throws(Failure) in
      var items = memory
      var count = 0
      for place in indices {
        items.initializeElement(at: count, to: KeyPlace(key: keys[place], place: place))
        count += 1
      }
      defer { items.deinitialize() }
      items.sort { precedes($0.key, $1.key) }
      for index in 0..<count { try body(items[index].key, items[index].place) }
    }
  }
}
