/// A pointer per plugin, for one call. Made when a plugin first asks for its own.
final class PluginSlots {
  private var start: UnsafeMutablePointer<UnsafeMutableRawPointer?>?

  deinit { start?.deallocate() }

  /// - Parameter count: of plugins, the same in every call.
  func slot(_ index: Int, of count: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    guard 0..<count ~= index else { return nil }
    if start == nil {
      start = .allocate(capacity: count)
      start?.initialize(repeating: nil, count: count)
    }
    return start.map { $0 + index }
  }

  /// Takes what is in the slot out of it.
  func take(_ index: Int) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    defer { start[index] = nil }
    return start[index]
  }
}
