import Glibc
import MoyaTestSupport
import Testing

@Suite struct ProgramTests {
  /// The program runs until its standard input ends. If it held this test's pipe, the pipe would stay open until then.
  @Test func `a program that a test starts holds no descriptor of the test`() {
    var (input, ends) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &input) == 0)
    #expect(pipe(&ends) == 0)
    let process = Program.start(["cat"], socket: input[1])
    #expect(process > 0)
    close(input[1])
    close(ends[1])
    var ended = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&ended, 1, 10_000) == 1, "the pipe is still open")
    close(ends[0])
    close(input[0])
    waitpid(process, nil, 0)
  }
}
