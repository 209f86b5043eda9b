import Moya
import MoyaTestSupport
import Testing

@Suite struct FlowGoldenTests {
  @Test(arguments: Golden.rows("flow"))
  func `hooks, threads and results are those of Moya`(row: Golden) throws {
    let folder = try TemporaryFolder()
    let ours = try FlowScenario(row, folder: folder.url).play()
    let observed = FlowScenario.observed(row)
    if row["deterministic"]?.bool == true { return try row.expect(ours, observed: observed) }
    // Of a race only what holds in every variant: the results, and that what happened is one of the variants.
    try row.expect(
      .object(["results": ours["results"] ?? .null]), observed: .object(["results": observed["results"] ?? .null]))
  }
}
