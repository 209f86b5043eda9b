import Moya

/// A shop's API, as its application declares it: written for Moya, and `import Moya` is all it needs.
enum StoreAPI {
  case products(page: Int, tags: [String])
  case product(id: Int)
  case search(String)
  case productImage(id: Int, size: String)
  case createProduct(Product)
  case updateProduct(id: Int, changes: [String: Any])
  case replaceProduct(id: Int, Product)
  case deleteProduct(id: Int)
  case cart
  case addToCart(productID: Int, amount: Int)
  case checkout(note: Data, express: Bool)
  case review(productID: Int, fields: [String: Any], locale: String)
  case uploadInvoice(URL)
  case uploadPhotos([Data], caption: String)
  case attach(MultipartFormData, orderID: Int)
  case manual(to: URL)
  case report(year: Int, to: URL)
}

struct Product: Codable, Equatable {
  var name: String
  var price: Double
}

extension StoreAPI: TargetType {
  var baseURL: URL { URL(string: "https://store.example.com/api/v2")! }

  var path: String {
    switch self {
    case .products, .createProduct: return "/products"
    case .product(let id), .updateProduct(let id, _), .replaceProduct(let id, _), .deleteProduct(let id):
      return "/products/\(id)"
    case .search: return "/search"
    case .productImage(let id, let size): return "/products/\(id)/image/\(size)"
    case .cart: return "/cart"
    case .addToCart: return "/cart/items"
    case .checkout: return "/checkout"
    case .review(let id, _, _): return "/products/\(id)/reviews"
    case .uploadInvoice: return "/invoices"
    case .uploadPhotos: return "/photos"
    case .attach(_, let id): return "/orders/\(id)/attachments"
    case .manual: return "/manual.pdf"
    case .report: return "/report"
    }
  }

  var method: Moya.Method {
    switch self {
    case .products, .product, .search, .productImage, .cart, .manual, .report: return .get
    case .createProduct, .addToCart, .checkout, .review, .uploadInvoice, .uploadPhotos, .attach: return .post
    case .updateProduct: return .patch
    case .replaceProduct: return .put
    case .deleteProduct: return .delete
    }
  }

  var task: Task {
    switch self {
    case .product, .deleteProduct, .cart, .productImage: return .requestPlain
    case .products(let page, let tags):
      return .requestParameters(
        parameters: ["page": page, "tags": tags],
        encoding: URLEncoding(destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal))
    case .search(let text): return .requestParameters(parameters: ["q": text], encoding: URLEncoding.default)
    case .createProduct(let product): return .requestJSONEncodable(product)
    case .replaceProduct(_, let product):
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      return .requestCustomJSONEncodable(product, encoder: encoder)
    case .updateProduct(_, let changes):
      return .requestParameters(parameters: changes, encoding: JSONEncoding.default)
    case .addToCart(let id, let amount):
      return .requestParameters(parameters: ["product": id, "amount": amount], encoding: URLEncoding.httpBody)
    case .checkout(let note, let express):
      return .requestCompositeData(bodyData: note, urlParameters: ["express": express])
    case .review(_, let fields, let locale):
      return .requestCompositeParameters(
        bodyParameters: fields, bodyEncoding: JSONEncoding.default, urlParameters: ["locale": locale])
    case .uploadInvoice(let file): return .uploadFile(file)
    case .uploadPhotos(let photos, let caption):
      var parts = photos.enumerated().map { index, data in
        MultipartFormBodyPart(
          provider: .data(data), name: "photo\(index)", fileName: "\(index).jpg", mimeType: "image/jpeg")
      }
      parts.append(MultipartFormBodyPart(provider: .data(Data(caption.utf8)), name: "caption"))
      return .uploadMultipart(parts)
    case .attach(let form, let id):
      return .uploadCompositeMultipartFormData(form, urlParameters: ["order": id])
    case .manual(let url):
      return .downloadDestination { _, _ in (url, [.removePreviousFile, .createIntermediateDirectories]) }
    case .report(let year, let url):
      return .downloadParameters(parameters: ["year": year], encoding: URLEncoding.default) { _, _ in
        (destinationURL: url, options: [.removePreviousFile])
      }
    }
  }

  var headers: [String: String]? { ["Accept": "application/json"] }
  var validationType: ValidationType { .successCodes }

  var sampleData: Data {
    switch self {
    case .product: return #"{"name": "Tea", "price": 3.5}"#.data(using: .utf8)!
    case .products: return Data(#"{"items": [{"name": "Tea", "price": 3.5}]}"#.utf8)
    default: return Data("{}".utf8)
    }
  }
}

extension StoreAPI: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? {
    switch self {
    case .products, .product, .search: return nil
    case .cart: return .custom("Cart")
    default: return .bearer
    }
  }
}
