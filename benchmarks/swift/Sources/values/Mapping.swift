import FoundationEssentials
import Moya

/// Decodes a response of a megabyte into values.
func mapping() throws {
  let array = try Repository.megabyte()
  let response = Response(statusCode: 200, data: array)
  let decoder = JSONDecoder()
  func decode() throws { _ = try decoder.decode([Repository].self, from: array) }

  /// Prints a row that compares `ours` with JSONDecoder. On a shared machine, runs of JSONDecoder differ by a tenth, so
  /// many pairs are measured.
  func row(_ name: String, _ ours: () throws -> Void) throws {
    let time = try compare(pairs: 41, count: 1, ours, decode)
    Row(name: name, ours: time.ours, baseline: time.baseline, unit: "us", ratio: time.ratio).print()
  }

  try decode()
  // The next row does the same work on both sides, and so shows how exact the ratios are.
  try row("swift: JSONDecoder against itself, 1 MB", decode)
  try row("swift: map 1 MB to a Decodable array") { _ = try response.map([Repository].self, using: decoder) }
  try row("swift: mapJSON of 1 MB, against JSONDecoder") { _ = try Response(statusCode: 200, data: array).mapJSON() }

  let document = Data("{\"items\":".utf8) + array + Data(",\"meta\":{\"total\":5600}}".utf8)
  let found = try compare(pairs: pairs, count: 20) {
    _ = try JSONLookup(document).value(at: "meta.total")
  } _: {
  }.ours
  let rate = Double(array.count) / 1000 / found
  Row(name: "swift: value at a key path of 1 MB", ours: rate, baseline: 1, unit: "GB/s", ratio: rate).print()
}
