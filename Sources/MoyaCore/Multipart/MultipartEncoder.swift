extension MultipartFormData {
  /// Delimits the parts; random, so that no part contains it.
  static func randomBoundary() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "moya.boundary." + String(repeating: "0", count: 16 - digits.count) + digits
  }

  func encode(boundary: String) throws(MultipartError) -> RequestBody { .none }
}
