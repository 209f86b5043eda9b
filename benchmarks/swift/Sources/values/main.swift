import FoundationEssentials
import Moya

// A line of JSON per row; script/bench puts them into its table.

let pairs = 7

func request(_ name: String, _ target: API) throws {
  let time = try medians(pairs: pairs, count: 20_000) {
    _ = try target.endpoint.urlRequest()
  } _: {
  }.ours
  Row(name: name, ours: time, baseline: nil, unit: "us", ratio: nil).print()
}

try request("swift: query GET, target to request", .search(page: 2))
try request("swift: JSON POST of ten parameters, target to request", .create)

let table = [API.create.endpoint: 1]
let lookup = try medians(pairs: pairs, count: 20_000) {
  let endpoint = API.create.endpoint
  _ = table[endpoint]
  _ = try endpoint.urlRequest()
} _: {
  _ = try API.create.endpoint.urlRequest()
}
let added = max(0.001, lookup.ours - lookup.baseline)
Row(name: "swift: lookup of a request in flight", ours: added, baseline: nil, unit: "us", ratio: nil).print()

let array = try Repository.megabyte()
let megabytes = Double(array.count) / 1e6
let response = Response(statusCode: 200, data: array)
let decoder = JSONDecoder()
let mapped = try medians(pairs: pairs, count: 1) {
  _ = try response.map([Repository].self, using: decoder)
} _: {
  _ = try decoder.decode([Repository].self, from: array)
}
Row(
  name: "swift: map 1 MB to a Decodable array", ours: mapped.ours, baseline: mapped.baseline, unit: "us",
  ratio: mapped.baseline / mapped.ours
).print()

let document = Data("{\"items\":".utf8) + array + Data(",\"meta\":{\"total\":5600}}".utf8)
let found = try medians(pairs: pairs, count: 20) {
  _ = try JSONLookup(document).value(at: "meta.total")
} _: {
}.ours
let rate = megabytes * 1000 / found
Row(name: "swift: value at a key path of 1 MB", ours: rate, baseline: 1, unit: "GB/s", ratio: rate).print()

let whole = try medians(pairs: pairs, count: 1) {
  _ = try Response(statusCode: 200, data: array).mapJSON()
} _: {
  _ = try decoder.decode([Repository].self, from: array)
}
Row(
  name: "swift: mapJSON of 1 MB, against JSONDecoder", ours: whole.ours, baseline: whole.baseline, unit: "us",
  ratio: whole.baseline / whole.ours
).print()

stubs()
