/// A key, and where its value is.
struct KeyPlace {
  let key: String
  let place: [String: Any].Index
}

extension [String: Any] {
  /// The places of a dictionary's values, in the order of their keys. The values stay where they are: moving an `Any`
  /// is costly.
  @inline(__always)
  func places(inOrder precedes: (String, String) -> Bool = { $0 < $1 }) -> [KeyPlace] {
    var places: [KeyPlace] = []
    places.reserveCapacity(count)
    for place in indices { places.append(KeyPlace(key: keys[place], place: place)) }
    places.sort { precedes($0.key, $1.key) }
    return places
  }
}
