import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite struct ResendsTests {
  @Test func `a refused request goes out nine times more while its host answers nothing, later each time`() {
    var resends = Resends(answers: 7)
    let pauses = (0..<11).map { _ in resends.next(.refused, answers: 7) }
    #expect(pauses.prefix(9).allSatisfy { $0 != nil } && pauses.suffix(2) == [nil, nil])
    #expect(pauses.compactMap { $0 } == pauses.compactMap { $0 }.sorted() && pauses[0] != 0)
  }

  @Test func `a request whose connection broke goes out once more, at once, while its host answers nothing`() {
    var resends = Resends(answers: 7)
    #expect(resends.next(.broken(isRepeated: false), answers: 7) == 0)
    #expect(resends.next(.broken(isRepeated: false), answers: 7) == nil)
  }

  @Test func `one that libcurl has repeated goes out no more while its host answers nothing`() {
    var resends = Resends(answers: 7)
    #expect(resends.next(.broken(isRepeated: true), answers: 7) == nil)
  }

  @Test(arguments: [
    (Resends.Cause.refused, 50), (.unwantedVersion, 10), (.broken(isRepeated: false), 10),
    (.broken(isRepeated: true), 10),
  ])
  func `there is a most of resends, however much the host answers`(cause: Resends.Cause, most: Int) {
    var resends = Resends()
    let times = (1...UInt64(100)).prefix { resends.next(cause, answers: $0) != nil }
    #expect(times.count == most && resends.count == most)
  }

  @Test func `a total timeout that ends in a pause says that the request was sent in vain`() {
    var options = TransferOptions()
    options.totalTimeout = 100
    var clock = TransferClock(options)
    clock.startWaiting(at: clock.submitted, pause: 320_000)
    let end = clock.submitted + 100_000
    #expect(clock.deadline == end && !clock.takePause(at: end))
    #expect(clock.timeout(at: end, "h:1", nil)?.kind == .totalTimeout)
    #expect(clock.timeout(at: end, "h:1", nil)?.message.hasPrefix("h:1 did not answer the request") == true)
  }

  @Test func `a pause ends once`() {
    var clock = TransferClock(TransferOptions())
    clock.startWaiting(at: clock.submitted, pause: 20_000)
    let end = clock.submitted + 20_000
    #expect(clock.deadline == end && !clock.takePause(at: end - 1))
    #expect(clock.takePause(at: end) && !clock.takePause(at: end) && clock.deadline > end)
  }

  @Test func `an answer of its host's begins the count of what was in vain anew`() {
    var resends = Resends(answers: 0)
    let answers = [UInt64](repeating: 0, count: 9) + [UInt64](repeating: 1, count: 11)
    let goesOut = answers.map { resends.next(.refused, answers: $0) != nil }
    #expect(goesOut == [Bool](repeating: true, count: 19) + [false])
  }
}
