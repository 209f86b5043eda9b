import FoundationEssentials

/// One line of the table that script/bench prints.
struct Row {
  let name: String
  let ours: Double
  /// If this is `nil`, script/bench compares the row with one curl_easy_perform of the same run.
  let baseline: Double?
  let unit: String
  /// Above 1: ours is better.
  let ratio: Double?

  func print() {
    Swift.print(
      "{\"name\": \"\(name)\", \"ours\": \(text(ours)), \"baseline\": \(text(baseline)), "
        + "\"unit\": \"\(unit)\", \"ratio\": \(text(ratio))}")
  }

  private func text(_ value: Double?) -> String { value.map { "\(($0 * 1000).rounded() / 1000)" } ?? "null" }
}

/// What our work and the baseline's work cost, measured in pairs.
struct Comparison {
  /// Microseconds per call: the medians of all runs.
  let ours: Double
  let baseline: Double
  /// The median of the ratios of all pairs. If the machine is slow for a while, both sides of a pair are slow. A ratio
  /// above 1 means that ours is better.
  let ratio: Double
}

/// Runs our work and the baseline's work in pairs. Each of the two runs first in every second pair, because the second
/// run finds the caches and the allocator as the first has left them.
func compare(pairs: Int, count: Int, _ ours: () throws -> Void, _ baseline: () throws -> Void) rethrows -> Comparison {
  var samples: (ours: [Double], baseline: [Double], ratios: [Double]) = ([], [], [])
  for pair in 0..<pairs {
    let early = pair.isMultiple(of: 2) ? try microseconds(count, ours) : nil
    let theirs = try microseconds(count, baseline)
    let own = try early ?? microseconds(count, ours)
    samples.ours.append(own)
    samples.baseline.append(theirs)
    samples.ratios.append(theirs / own)
  }
  return Comparison(
    ours: median(samples.ours), baseline: median(samples.baseline), ratio: median(samples.ratios))
}

private func microseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let time = try clock.measure { for _ in 0..<count { try body() } }
  let (seconds, attoseconds) = time.components
  return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
