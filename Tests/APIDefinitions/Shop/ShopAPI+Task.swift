import Moya

extension ShopAPI {
  var task: Task {
    switch self {
    case .register(let registration): .requestJSONEncodable(registration)
    case .login(let email, let password):
      .requestParameters(parameters: ["email": email, "password": password], encoding: URLEncoding.httpBody)
    case .refresh(let token): .requestParameters(parameters: ["token": token], encoding: JSONEncoding.default)
    case .updateAccount(let name, let newsletter):
      .requestParameters(
        parameters: ["name": name as Any? ?? JSONNull(), "newsletter": newsletter], encoding: JSONEncoding.default)
    case .deleteAccount(let confirm):
      .requestParameters(parameters: ["confirm": confirm], encoding: URLEncoding(boolEncoding: .literal))
    case .uploadPhoto(let image, let type):
      .uploadMultipartFormData([
        MultipartFormBodyPart(
          provider: .data(image), name: "photo", fileName: "photo.\(type.rawValue)", mimeType: type.mimeType)
      ])

    case .products(let filter):
      .requestParameters(
        parameters: filter.query,
        encoding: URLEncoding(destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal))
    case .related(_, let limit): .requestParameters(parameters: ["limit": limit], encoding: URLEncoding.default)
    case .suggest(let text): .requestParameters(parameters: ["q": text], encoding: URLEncoding.queryString)
    case .stock(_, let stores):
      .requestParameters(
        parameters: ["store": stores],
        encoding: URLEncoding(arrayEncoding: .custom { key, index in "\(key).\(index + 1)" }))
    case .stores(let latitude, let longitude):
      .requestParameters(
        parameters: ["at": ["lat": latitude, "lon": longitude]], encoding: URLEncoding.default)
    case .productImage(_, _, let folder), .catalogue(_, let folder):
      .downloadDestination(into(folder))
    case .invoice(_, let folder):
      .downloadParameters(
        parameters: ["copies": 1], encoding: URLEncoding.queryString, destination: into(folder))

    case .reviews(_, let page): .requestParameters(parameters: ["page": page], encoding: URLEncoding.default)
    case .addReview(_, let review), .editReview(_, let review):
      .requestCustomJSONEncodable(review, encoder: Self.encoder)
    case .reviewPhotos(_, let photos, let notify):
      .uploadCompositeMultipartFormData(
        MultipartFormData(boundary: "shop", parts: photos.map(Self.part)), urlParameters: ["notify": notify])

    case .addToCart(let sku, let quantity):
      .requestParameters(
        parameters: ["sku": sku.rawValue, "quantity": quantity], encoding: JSONEncoding(options: .sortedKeys))
    case .setQuantity(_, let quantity):
      .requestParameters(
        parameters: ["body": ["quantity": quantity], "query": ["notify": false]], encoding: CompositeEncoding())
    case .applyCoupon(let code):
      .requestCompositeParameters(
        bodyParameters: ["code": code], bodyEncoding: URLEncoding.httpBody, urlParameters: ["v": 2])
    case .mergeCarts(let skus): .requestParameters(parameters: [:], encoding: JSONListEncoding(skus.map(\.rawValue)))
    case .shareCart(let note, let channel):
      .requestCompositeParameters(
        bodyParameters: ["note": note], bodyEncoding: JSONEncoding.default, urlParameters: ["channel": channel])

    case .checkout(let checkout): .requestCustomJSONEncodable(checkout, encoder: Self.encoder)
    case .orders(let since):
      since.map {
        .requestParameters(
          parameters: ["since": Int($0.timeIntervalSince1970)], encoding: URLEncoding.queryString)
      } ?? .requestPlain
    case .cancelOrder(_, let reason): .requestJSONEncodable(["reason": reason])
    case .returnItems(_, let items):
      .requestParameters(
        parameters: ["items": items.map { ["sku": $0.key.rawValue, "reason": $0.value] }],
        encoding: JSONEncoding.prettyPrinted)
    case .claim(_, let form): .uploadFile(form)
    case .claimPhotos(_, let photos): .uploadMultipart(photos.map(Self.part))

    case .createWishlist(let name): .requestJSON([["name": name]])
    case .addToWishlist(_, let sku): .requestJSON(sku.rawValue)
    case .chat(let message, _): .requestCompositeData(bodyData: message, urlParameters: ["ack": true])
    case .supportMail(let mail): .requestData(mail)
    case .preferences(let preferences):
      .requestParameters(parameters: [:], encoding: PropertyListValueEncoding(preferences))
    case .logout, .account, .photo, .categories, .product, .deleteReview, .cart, .removeLine, .emptyCart, .order,
      .track, .wishlists, .features, .ping:
      .requestPlain
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static func part(_ photo: ReviewPhoto) -> MultipartFormBodyPart {
    MultipartFormBodyPart(
      provider: .data(photo.jpeg), name: "photo", fileName: photo.name, mimeType: "image/jpeg")
  }

  private func into(_ folder: URL) -> DownloadDestination {
    { _, response in
      let name = response.url?.lastPathComponent ?? "download"
      return (folder.appending(path: name), [.createIntermediateDirectories, .removePreviousFile])
    }
  }
}
