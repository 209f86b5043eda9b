import Glibc
import MoyaHTTP
import Testing

@testable import MoyaTransport

/// Runs in its own process, which runs out of descriptors.
@Suite struct ShortageTests {
  /// libcurl opens a socket to find out whether there is IPv6, once for each multi handle.
  @Test func `a loop that would not use IPv6 for lack of a descriptor is not made`() async {
    await #expect(processExitsWith: .success) {
      try Library.initialize()
      for spare in 0...4 {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var taken: [Int32] = []
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        for descriptor in taken.suffix(spare) { close(descriptor) }
        do throws(TransferError) {
          let multi = try MultiHandle(maxConnections: 1)
          let left = dup(0)
          #expect(left >= 0, "the look for IPv6 had no descriptor")
          close(left)
          multi.destroy()
        } catch {
          #expect(spare < 4 && error.kind == .system && error.systemCode == EMFILE, "\(error)")
        }
        for descriptor in taken.dropLast(spare) { close(descriptor) }
      }
    }
  }
}
