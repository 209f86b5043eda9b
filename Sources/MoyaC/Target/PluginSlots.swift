/// The slots of one flight: a pointer for each plugin. Made when the first plugin asks for its slot.
final class PluginSlots {
  private var start: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

  deinit { start?.deallocate() }

  /// - Parameter count: the number of plugins, which does not change between calls.
  func slot(_ index: Int, of count: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    guard 0..<count ~= index else { return nil }
    if start == nil {
      start = .allocate(capacity: count)
      start?.initialize(repeating: nil, count: count)
    }
    return start.map { $0 + index }
  }

  /// Empties a slot, and returns what was in it.
  func take(_ index: Int) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    defer { start[index] = nil }
    return start[index]
  }
}
