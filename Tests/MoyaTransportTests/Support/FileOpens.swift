import Glibc

/// Counts how often a file is opened, in any process.
final class FileOpens {
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))

  /// Closings are watched too, because the kernel would otherwise report several openings in a row as one.
  init(of path: String) { inotify_add_watch(descriptor, path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) }

  deinit { close(descriptor) }

  /// Returns how often the file was opened since the last call.
  func take() -> Int {
    var room = [inotify_event](repeating: inotify_event(), count: 4096)
    let size = MemoryLayout<inotify_event>.size
    let count = max(0, read(descriptor, &room, room.count * size)) / size
    return room[..<count].count { $0.mask & UInt32(IN_OPEN) != 0 }
  }
}
