import FoundationEssentials

/// One line of the table.
struct Row {
  let name: String
  let ours: Double
  /// `nil`: script/bench compares the row with one curl_easy_perform of the same run.
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

/// Microseconds per call: the median of `pairs` runs of both, in turn.
func medians(pairs: Int, count: Int, _ ours: () throws -> Void, _ baseline: () throws -> Void) rethrows
  -> (ours: Double, baseline: Double)
{
  var samples: (ours: [Double], baseline: [Double]) = ([], [])
  for _ in 0..<pairs {
    samples.ours.append(try microseconds(count, ours))
    samples.baseline.append(try microseconds(count, baseline))
  }
  return (median(samples.ours), median(samples.baseline))
}

private func microseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let time = try clock.measure { for _ in 0..<count { try body() } }
  let (seconds, attoseconds) = time.components
  return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
