import FoundationEssentials
import Moya

// Prints one line of JSON for each row. script/bench puts the rows into its table.

let pairs = 7

func request(_ name: String, _ target: API) throws {
  let time = try compare(pairs: pairs, count: 20_000) {
    _ = try target.endpoint.urlRequest()
  } _: {
  }.ours
  Row(name: name, ours: time, baseline: nil, unit: "us", ratio: nil).print()
}

try request("swift: query GET, target to request", .search(page: 2))
try request("swift: JSON POST of ten parameters, target to request", .create)

let table = [API.create.endpoint: 1]
let lookup = try compare(pairs: pairs, count: 20_000) {
  let endpoint = API.create.endpoint
  _ = table[endpoint]
  _ = try endpoint.urlRequest()
} _: {
  _ = try API.create.endpoint.urlRequest()
}
let added = max(0.001, lookup.ours - lookup.baseline)
Row(name: "swift: lookup of a request in flight", ours: added, baseline: nil, unit: "us", ratio: nil).print()

try mapping()
stubs()
