/// A key, and where its value is.
struct KeyPlace {
  let key: String
  let place: [String: Any].Index
}

extension [String: Any] {
  /// Where its values are, in an order of their keys. The values themselves stay: an `Any` is costly to move.
  @inline(__always)
  func places(inOrder precedes: (String, String) -> Bool = { $0 < $1 }) -> [KeyPlace] {
    var places: [KeyPlace] = []
    places.reserveCapacity(count)
    for place in indices { places.append(KeyPlace(key: keys[place], place: place)) }
    places.sort { precedes($0.key, $1.key) }
    return places
  }
}
