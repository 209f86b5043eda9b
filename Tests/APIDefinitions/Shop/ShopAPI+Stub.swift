import Moya

extension ShopAPI {
  var sampleData: Data {
    switch self {
    case .products, .related: Data(#"{"items": [{"sku": "A1", "price": 9.5}]}"#.utf8)
    case .product(let sku): Data(#"{"sku": "\#(sku.rawValue)", "price": 9.5}"#.utf8)
    default: Data("{}".utf8)
    }
  }

  var sampleResponse: EndpointSampleResponse? {
    switch self {
    case .register: .networkResponse(201, Data(#"{"id": 1}"#.utf8))
    case .track: .networkResponse(404, Data(#"{"error": "unknown parcel"}"#.utf8))
    case .order(let id):
      HTTPURLResponse(
        url: fullURL, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["ETag": "\"\(id)\""]
      ).map { .response($0, Data("{}".utf8)) }
    default: nil
    }
  }

  var stubBehavior: StubBehavior? {
    switch self {
    case .features: .delayed(seconds: 0.01)
    default: nil
    }
  }
}
