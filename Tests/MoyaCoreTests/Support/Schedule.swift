/// The choices of one run of a scene. Each choice says which of several possible things happens next. Choice 0 is the
/// usual course. Every other choice is a deviation. The same choices make the same run.
final class Schedule {
  private let given: [UInt8]
  private var random: LinearCongruence?
  private(set) var taken: [UInt8] = []
  /// For each choice, how many things could have happened.
  private(set) var counts: [UInt8] = []

  /// After the given choices, each choice is 0. With `random`, one choice in six is taken at random instead.
  init(_ given: [UInt8] = [], random: LinearCongruence? = nil) {
    self.given = given
    self.random = random
  }

  func choose(of count: Int) -> Int {
    let choice = taken.count < given.count ? min(Int(given[taken.count]), count - 1) : chance(of: count)
    taken.append(UInt8(choice))
    counts.append(UInt8(count))
    return choice
  }

  private func chance(of count: Int) -> Int {
    guard let number = random?.next(), number % 6 == 0 else { return 0 }
    return Int(number / 6 % UInt64(count))
  }
}

/// Plays a scene with many schedules, until one of them shows a fault.
struct ScheduleSearch {
  /// Plays the scene once, and returns what was wrong.
  typealias Play = (Schedule) -> [String]

  private let play: Play

  init(_ play: @escaping Play) { self.play = play }

  /// Plays every schedule with at most this many deviations. Schedules with fewer deviations come first.
  /// - Returns: the choices of the first schedule with a fault. No schedule with fewer deviations has a fault.
  func all(deviations: Int) -> [UInt8]? {
    var level: [[UInt8]] = [[]]
    for depth in 0...deviations {
      var next: [[UInt8]] = []
      for given in level {
        let schedule = Schedule(given)
        if isWrong(schedule) { return schedule.taken }
        if depth == deviations { continue }
        for place in given.count..<schedule.taken.count where schedule.counts[place] > 1 {
          let usual = schedule.taken[..<place]
          next += (1..<schedule.counts[place]).map { usual + [$0] }
        }
      }
      level = next
    }
    return nil
  }

  /// Plays `count` schedules with random deviations. A schedule may have any number of deviations.
  /// - Returns: the choices of the first schedule with a fault, without the deviations that the fault does not need.
  func random(_ count: Int) -> [UInt8]? {
    var seeds = LinearCongruence(state: 1)
    for _ in 0..<count {
      let schedule = Schedule(random: LinearCongruence(state: seeds.next()))
      if isWrong(schedule) { return shortened(schedule.taken) }
    }
    return nil
  }

  /// Takes out each deviation without which the fault remains.
  private func shortened(_ choices: [UInt8]) -> [UInt8] {
    var shortest = choices
    for place in choices.indices.reversed() where place < shortest.count && shortest[place] != 0 {
      var shorter = shortest
      shorter[place] = 0
      let schedule = Schedule(shorter)
      if isWrong(schedule) { shortest = schedule.taken }
    }
    return shortest
  }

  private func isWrong(_ schedule: Schedule) -> Bool { !play(schedule).isEmpty }
}
