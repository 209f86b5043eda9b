import Moya

struct SKU: RawRepresentable, Hashable, Sendable, Codable {
  let rawValue: String
}

struct Registration: Codable, Sendable {
  var email: String
  var password: String
  var referrer: String?
}

struct ProductFilter: Sendable {
  enum Order: String { case price, rating, newest }

  var text: String?
  var categories: [Int] = []
  var inStock = false
  var order = Order.newest
  var page = 1

  var query: [String: Any] {
    var query: [String: Any] = ["order": order.rawValue, "page": page, "in_stock": inStock]
    query["q"] = text
    if !categories.isEmpty { query["category"] = categories }
    return query
  }
}

struct Review: Codable, Sendable {
  let stars: Int
  let text: String
  let boughtAt: Date
}

struct ReviewPhoto: Sendable {
  let jpeg: Data
  let name: String
}

struct Checkout: Encodable, Sendable {
  let cart: Int
  let address: [String: String]
  let total: Double
}

struct Preferences: Encodable, Sendable {
  let currency: String
  let darkMode: Bool
}

struct Product: Decodable, Equatable, Sendable {
  let sku: String
  let price: Double
}

enum ImageType: String, Sendable {
  case png, jpeg

  var mimeType: String { "image/\(rawValue)" }
}

enum ImageSize: Int, Sendable {
  case small = 120
  case large = 1200
}
