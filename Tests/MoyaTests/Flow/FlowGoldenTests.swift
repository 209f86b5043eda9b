import Moya
import MoyaTestSupport
import Testing

@Suite struct FlowGoldenTests {
  @Test(arguments: try Golden.rows("flow"))
  func `hooks, threads and results are those of Moya`(row: Golden) throws {
    let folder = TemporaryFolder()
    let ours = try FlowScenario(row, folder: folder.url).play()
    if row["deterministic"]?.bool == true { return try row.expect(ours, observed: FlowScenario.observed(row.value)) }
    // Where Moya's own outcome was a race, our results must be those of one of the observed variants.
    let variants = (row["variants"]?.array ?? []).compactMap { $0["observed"] } + [row.value]
    let observed = variants.map { FlowGoldenTests.results(FlowScenario.observed($0)) }
    let results = FlowGoldenTests.results(ours)
    try row.expect(results, observed: observed.first { $0.canonical(false) == results.canonical(false) } ?? observed[0])
  }

  private static func results(_ outcome: GoldenValue) -> GoldenValue {
    .object(["results": outcome["results"] ?? .null])
  }
}
