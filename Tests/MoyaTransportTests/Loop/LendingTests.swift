import Testing

@testable import MoyaTransport

/// Asks a `Lending` the questions, and returns its replies in order.
private func told(_ questions: (inout Lending) -> [Bool]) -> [Bool] {
  var lending = Lending()
  return questions(&lending)
}

extension Lending {
  /// Calls `look`, and returns whether it has this result.
  fileprivate mutating func looks(_ result: Look, hasWork: Bool) -> Bool { look { hasWork } == result }
}

@Suite struct LendingTests {
  @Test func `a loop is lent to one thread at a time`() {
    #expect(
      told { [$0.lend(), $0.lend(), $0.takeBack(), $0.takeBack(), $0.lend()] } == [true, false, true, false, true])
  }

  @Test func `a borrower that was inside between two looks keeps the loop`() {
    let told = told { lending in
      var told = [lending.lend(), lending.leave()]
      for _ in 0..<2 { told += [lending.enter(), lending.leave(), lending.look() == .again] }
      return told + [lending.look() == .takeBack, lending.enter()]
    }
    // No second check of the loop is planned while one is planned already.
    #expect(told == [true, true] + [true, false, true] + [true, false, true] + [true, false])
  }

  @Test func `no look is planned while the borrower is inside`() {
    let told = told {
      [$0.lend(), $0.leave(), $0.enter(), $0.look() == .enough, $0.isLent, $0.leave(), $0.look() == .takeBack]
    }
    #expect(told == Array(repeating: true, count: 7))
  }

  @Test func `a look that was planned for the loan before does not end this one`() {
    let told = told { [$0.lend(), $0.leave(), $0.takeBack(), $0.lend(), !$0.leave(), $0.look() == .again] }
    #expect(told == Array(repeating: true, count: 6))
  }

  @Test func `a look at a loop that was given back ends the looks`() {
    let told = told { [$0.lend(), $0.leave(), $0.takeBack(), $0.look() == .enough, $0.lend(), $0.leave()] }
    #expect(told == Array(repeating: true, count: 6))
  }

  @Test func `a borrower that watches keeps the loop while there is nothing to do`() {
    let told = told {
      [
        $0.lend(toOneThatWatches: true), $0.leave(), $0.looks(.rest, hasWork: false), $0.isResting,
        // No check is planned until the loop has something to do.
        !$0.leave(), $0.alarm(), !$0.isResting, !$0.alarm(), $0.looks(.rest, hasWork: false), $0.isLent,
      ]
    }
    #expect(told == Array(repeating: true, count: 10))
  }

  @Test func `a borrower that watches and does not come loses the loop`() {
    let told = told {
      [
        $0.lend(toOneThatWatches: true), $0.leave(), $0.looks(.rest, hasWork: false), $0.alarm(),
        $0.looks(.takeBack, hasWork: true), !$0.enter(), !$0.isLent, $0.looks(.enough, hasWork: true),
      ]
    }
    #expect(told == Array(repeating: true, count: 8))
  }

  @Test func `work that a look finds may have come just now, so the next look takes the loop back`() {
    let told = told {
      [
        $0.lend(toOneThatWatches: true), $0.leave(), $0.looks(.again, hasWork: true), $0.enter(), !$0.leave(),
        $0.looks(.again, hasWork: true), $0.looks(.again, hasWork: true), $0.looks(.takeBack, hasWork: true),
      ]
    }
    #expect(told == Array(repeating: true, count: 8))
  }

  @Test func `a borrower that watches and comes after the alarm keeps the loop`() {
    let told = told {
      [
        $0.lend(toOneThatWatches: true), $0.leave(), $0.looks(.rest, hasWork: false), $0.alarm(), $0.enter(),
        !$0.leave(),
        $0.looks(.again, hasWork: true), $0.looks(.again, hasWork: true), $0.looks(.takeBack, hasWork: true),
      ]
    }
    #expect(told == Array(repeating: true, count: 9))
  }

  @Test func `a loop that is taken back while Dispatch rests no longer rests`() {
    let told = told {
      [
        $0.lend(toOneThatWatches: true), $0.leave(), $0.looks(.rest, hasWork: false), $0.takeBack(), !$0.isResting,
        !$0.alarm(), $0.lend(), !$0.watches, $0.leave(),
      ]
    }
    #expect(told == Array(repeating: true, count: 9))
  }

  @Test func `a loop that is no longer pumped is not lent`() {
    #expect(told { [$0.stop(), $0.lend()] } == [false, false])
    #expect(told { [$0.lend(), $0.stop(), $0.enter(), $0.leave()] } == [true, true, false, false])
  }
}
