extension [String: Any] {
  /// Where its values are, in an order of their keys. The values themselves stay: an `Any` is costly to move.
  @inline(__always)
  func places(inOrder precedes: (String, String) -> Bool = { $0 < $1 }) -> [(key: String, place: Index)] {
    var places: [(key: String, place: Index)] = []
    places.reserveCapacity(count)
    for place in indices { places.append((keys[place], place)) }
    places.sort { precedes($0.key, $1.key) }
    return places
  }
}
