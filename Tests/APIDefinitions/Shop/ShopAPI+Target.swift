import Moya

extension ShopAPI: TargetType {
  var baseURL: URL {
    switch self {
    case .photo, .productImage: URL(string: "https://cdn.shop.example/")!
    default: URL(string: "https://shop.example/api/v3")!
    }
  }

  var path: String {
    switch self {
    case .register: "accounts"
    case .login: "session"
    case .logout: "session"
    case .refresh: "session/refresh"
    case .account, .updateAccount, .deleteAccount: "accounts/me"
    case .photo: "photos/me.jpg"
    case .uploadPhoto: "accounts/me/photo"
    case .categories: "categories"
    case .products: "products"
    case .product(let sku): "products/\(sku.rawValue)"
    case .related(let sku, _): "products/\(sku.rawValue)/related"
    case .suggest: "suggest"
    case .stock(let sku, _): "products/\(sku.rawValue)/stock"
    case .stores: "stores"
    case .productImage(let sku, let size, _): "products/\(sku.rawValue)/\(size.rawValue).jpg"
    case .catalogue(let season, _): "catalogues/\(season).pdf"
    case .reviews(let sku, _), .addReview(let sku, _): "products/\(sku.rawValue)/reviews"
    case .editReview(let id, _), .deleteReview(let id): "reviews/\(id)"
    case .reviewPhotos(let id, _, _): "reviews/\(id)/photos"
    case .cart, .emptyCart: "cart"
    case .addToCart: "cart/lines"
    case .setQuantity(let line, _), .removeLine(let line): "cart/lines/\(line)"
    case .applyCoupon: "cart/coupon"
    case .mergeCarts: "cart/merge"
    case .shareCart: "cart/share"
    case .checkout, .orders: "orders"
    case .order(let id): "orders/\(id)"
    case .cancelOrder(let id, _): "orders/\(id)/cancel"
    case .invoice(let order, _): "orders/\(order)/invoice.pdf"
    case .track(let parcel): "parcels/\(parcel)"
    case .returnItems(let order, _): "orders/\(order)/returns"
    case .claim(let order, _): "orders/\(order)/claim"
    case .claimPhotos(let order, _): "orders/\(order)/claim/photos"
    case .wishlists, .createWishlist: "wishlists"
    case .addToWishlist(let id, _): "wishlists/\(id)/items"
    case .chat(_, let room): "chat/\(room)"
    case .supportMail: "support/mail"
    case .preferences: "accounts/me/preferences"
    case .features: "features"
    case .ping: ""
    }
  }

  var method: Moya.Method {
    switch self {
    case .register, .login, .refresh, .uploadPhoto, .addReview, .reviewPhotos, .addToCart, .mergeCarts, .shareCart,
      .checkout, .cancelOrder, .returnItems, .claimPhotos, .createWishlist, .addToWishlist, .chat, .supportMail:
      .post
    case .setQuantity, .applyCoupon, .editReview, .claim, .preferences: .put
    case .updateAccount: .patch
    case .logout, .deleteAccount, .deleteReview, .removeLine, .emptyCart: .delete
    case .ping: .head
    case .features: .options
    default: .get
    }
  }

  var headers: [String: String]? {
    switch self {
    case .supportMail: ["Content-Type": "message/rfc822"]
    case .claim: ["Content-Type": "application/pdf"]
    case .ping, .photo, .productImage: nil
    default: ["Accept": "application/json", "X-Client": "shop-linux"]
    }
  }

  var validationType: ValidationType {
    switch self {
    case .ping: .none
    case .catalogue: .successAndRedirectCodes
    case .addToWishlist: .customCodes([200, 201, 409])
    default: .successCodes
    }
  }

  var needsAuth: Bool {
    switch self {
    case .register, .login, .categories, .products, .product, .suggest, .features, .ping: false
    default: true
    }
  }

  var timeout: TimeInterval? {
    switch self {
    case .suggest: 2
    case .checkout: 60
    default: nil
    }
  }

  var tags: Set<String> {
    switch self {
    case .checkout, .orders: ["showLoading"]
    default: []
    }
  }
}

extension ShopAPI: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? { needsAuth ? .bearer : nil }
}
