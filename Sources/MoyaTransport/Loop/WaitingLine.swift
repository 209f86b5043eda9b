import MoyaHTTP

/// What can stand in a `WaitingLine`. In one line at a time.
package protocol Waitable: AnyObject {
  /// The number of its place in the line where it stands; the line's to write.
  var place: Int { get set }
}

/// First come, first served. An item leaves from anywhere in constant time: its place stays behind, empty, until the places
/// before it are gone, or until there are more empty ones than others.
struct WaitingLine<Item: Waitable> {
  private var places = Deque<Item?>()
  /// The number of the first place.
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ item: Item) {
    item.place = first &+ places.count
    places.append(item)
    count &+= 1
  }

  mutating func popFirst() -> Item? {
    while let place = places.popFirst() {
      first &+= 1
      if let item = place {
        count &-= 1
        return item
      }
    }
    return nil
  }

  /// Does nothing if the item does not stand in this line.
  mutating func remove(_ item: Item) {
    let index = item.place &- first
    guard let place = places[index], place === item else { return }
    places.replace(at: index, with: nil)
    count &-= 1
    if places.count > 32, places.count / 2 > count { closeUp() }
  }

  private mutating func closeUp() {
    var old = exchange(&places, with: Deque())
    while let place = old.popFirst() {
      guard let item = place else { continue }
      item.place = first &+ places.count
      places.append(item)
    }
  }
}
