import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite struct ResendsTests {
  @Test func `a refused request goes out three times more while its host answers nothing`() {
    var resends = Resends(answers: 7)
    #expect((0..<5).map { _ in resends.next(.refused, answers: 7) } == [20_000, 80_000, 320_000, nil, nil])
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

  @Test(arguments: [Resends.Cause.refused, .broken(isRepeated: false), .broken(isRepeated: true)])
  func `a request goes out ten times more at most, however much its host answers`(cause: Resends.Cause) {
    var resends = Resends()
    let times = (1...UInt64(20)).prefix { resends.next(cause, answers: $0) != nil }
    #expect(times.count == 10 && resends.count == 10)
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
    let answers: [UInt64] = [0, 0, 0, 1, 1, 1, 1, 1]
    let goesOut = answers.map { resends.next(.refused, answers: $0) != nil }
    #expect(goesOut == [true, true, true, true, true, true, true, false])
  }
}
