import Moya
import Testing

@Suite struct StoreTests {
  private static let file = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
  private static let form: MultipartFormData = [
    MultipartFormBodyPart(provider: .data(Data("x".utf8)), name: "file", fileName: "a.txt", mimeType: "text/plain")
  ]

  private static var all: [(StoreAPI, String)] {
    [
      (.products(page: 2, tags: ["a", "b"]), "GET /products?page=2&tags=a&tags=b"),
      (.product(id: 1), "GET /products/1"),
      (.search("tea & milk"), "GET /search?q=tea%20%26%20milk"),
      (.productImage(id: 1, size: "xl"), "GET /products/1/image/xl"),
      (.createProduct(Product(name: "Tea", price: 3.5)), #"POST /products {"name":"Tea","price":3.5}"#),
      (.updateProduct(id: 1, changes: ["price": 4]), #"PATCH /products/1 {"price":4}"#),
      (.replaceProduct(id: 1, Product(name: "Tea", price: 3.5)), #"PUT /products/1 {"name":"Tea","price":3.5}"#),
      (.deleteProduct(id: 1), "DELETE /products/1"),
      (.cart, "GET /cart"),
      (.addToCart(productID: 1, amount: 2), "POST /cart/items amount=2&product=1"),
      (.checkout(note: Data("hi".utf8), express: true), "POST /checkout?express=1 hi"),
      (.review(productID: 1, fields: ["stars": 5], locale: "de"), #"POST /products/1/reviews?locale=de {"stars":5}"#),
      (.uploadInvoice(file), "POST /invoices"),
      (.uploadPhotos([Data([1])], caption: "c"), "POST /photos"),
      (.attach(form, orderID: 7), "POST /orders/7/attachments?order=7"),
      (.manual(to: file), "GET /manual.pdf"),
      (.report(year: 2026, to: file), "GET /report?year=2026"),
    ]
  }

  @Test func `every case of a definition that imports Moya alone becomes its request`() throws {
    let provider = MoyaProvider<StoreAPI>(stubClosure: MoyaProvider.immediatelyStub)
    for (target, expected) in StoreTests.all {
      var sent: URLRequest?
      provider.request(target) { result in sent = (try? result.get())?.request }
      let request = try #require(sent, "\(target)")
      let url = request.url?.absoluteString.replacing("https://store.example.com/api/v2", with: "") ?? ""
      let body = request.httpBody.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
      #expect("\(request.httpMethod ?? "") \(url)\(body)" == expected)
    }
  }

  @Test func `an application's plugins run`() throws {
    let activity = ActivityAndAlertPlugin()
    let provider = MoyaProvider<StoreAPI>(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString, sampleResponseClosure: { .networkResponse(500, Data()) },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      },
      stubClosure: MoyaProvider.immediatelyStub, plugins: [activity, AccessTokenPlugin { _ in "tok" }])
    var header: String?
    provider.request(.cart) { result in
      if case let .failure(error) = result {
        header = error.response?.request?.value(forHTTPHeaderField: "Authorization")
      }
    }
    #expect(header == "Cart tok")
    #expect(activity.spinner == 0)
    #expect(activity.shown == ["Status code didn't fall within the given range."])
  }

  @Test func `a token source serves the targets that need one`() throws {
    let source = MemoryTokenSource("secret")
    let provider = MoyaProvider<Account>(
      stubClosure: MoyaProvider.immediatelyStub, plugins: [TokenSourcePlugin(source: source)])
    var headers: [String?] = []
    for target in [Account.me, .terms] {
      provider.request(target) { result in
        headers.append((try? result.get())?.request?.value(forHTTPHeaderField: "Authorization"))
      }
    }
    #expect(headers == ["Bearer secret", nil])
  }

  @Test func `an answer is mapped`() throws {
    let provider = MoyaProvider<StoreAPI>(stubClosure: MoyaProvider.immediatelyStub)
    var product: Product?
    var items: [Product]?
    provider.request(.product(id: 1)) { result in product = try? result.get().map(Product.self) }
    provider.request(.products(page: 1, tags: [])) { result in
      items = try? result.get().filterSuccessfulStatusCodes().map([Product].self, atKeyPath: "items")
    }
    #expect(product == Product(name: "Tea", price: 3.5))
    #expect(items?.count == 1)
  }
}
