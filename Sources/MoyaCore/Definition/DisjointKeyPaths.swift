/// Key paths in one object, of which none leads to another one or into its value.
struct DisjointKeyPaths {
  private var values: Set<[String]> = []
  /// The objects on the way to the values.
  private var objects: Set<[String]> = []

  /// False: it leads to the value of a path before it, or into that, or that lies inside its own.
  mutating func insert(_ path: JSONKeyPath) -> Bool {
    let steps = path.steps
    guard values.insert(steps).inserted, !objects.contains(steps) else { return false }
    for count in steps.indices.dropFirst() {
      let object = Array(steps[..<count])
      if values.contains(object) { return false }
      objects.insert(object)
    }
    return true
  }
}
