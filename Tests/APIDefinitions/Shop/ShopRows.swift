import Moya

/// For each case of the API, a row has the method and the URL of its request, and then the media type and the body.
enum ShopRows {
  static let sku = SKU(rawValue: "A1")
  static let review = Review(stars: 5, text: "good/great", boughtAt: Date(timeIntervalSince1970: 60))
  static let photo = ReviewPhoto(jpeg: Data([1]), name: "a\"b.jpg")
  static let folder = URL(filePath: "/tmp/shop/")
  static let filter = ProductFilter(text: "tea pot", categories: [3, 4], inStock: true, order: .price, page: 1)

  static let all: [(ShopAPI, String, String?)] = [
    (
      .register(Registration(email: "a@b.example", password: "p", referrer: nil)),
      "POST https://shop.example/api/v3/accounts", #"application/json {"email":"a@b.example","password":"p"}"#
    ),
    (
      .login(email: "a@b.example", password: "p&q"), "POST https://shop.example/api/v3/session",
      "application/x-www-form-urlencoded email=a%40b.example&password=p%26q"
    ),
    (.logout, "DELETE https://shop.example/api/v3/session", nil),
    (.refresh(token: "r"), "POST https://shop.example/api/v3/session/refresh", #"application/json {"token":"r"}"#),
    (.account, "GET https://shop.example/api/v3/accounts/me", nil),
    (
      .updateAccount(name: nil, newsletter: false), "PATCH https://shop.example/api/v3/accounts/me",
      #"application/json {"name":null,"newsletter":false}"#
    ),
    (.deleteAccount(confirm: true), "DELETE https://shop.example/api/v3/accounts/me?confirm=true", nil),
    (.photo, "GET https://cdn.shop.example/photos/me.jpg", nil),
    (
      .uploadPhoto(Data([1]), type: .png), "POST https://shop.example/api/v3/accounts/me/photo", "multipart/form-data -"
    ),
    (.categories, "GET https://shop.example/api/v3/categories", nil),
    (
      .products(filter),
      "GET https://shop.example/api/v3/products?category=3&category=4&in_stock=true&order=price&page=1&q=tea%20pot", nil
    ),
    (.product(sku), "GET https://shop.example/api/v3/products/A1", nil),
    (.related(sku, limit: 3), "GET https://shop.example/api/v3/products/A1/related?limit=3", nil),
    (.suggest("té"), "GET https://shop.example/api/v3/suggest?q=t%C3%A9", nil),
    (.stock(sku, stores: [7, 8]), "GET https://shop.example/api/v3/products/A1/stock?store.1=7&store.2=8", nil),
    (
      .stores(latitude: 52.5, longitude: 13),
      "GET https://shop.example/api/v3/stores?at%5Blat%5D=52.5&at%5Blon%5D=13.0", nil
    ),
    (.productImage(sku, size: .small, folder: folder), "GET https://cdn.shop.example/products/A1/120.jpg", nil),
    (
      .catalogue(season: "spring 26", folder: folder), "GET https://shop.example/api/v3/catalogues/spring%2026.pdf", nil
    ),
    (.reviews(sku, page: 1), "GET https://shop.example/api/v3/products/A1/reviews?page=1", nil),
    (
      .addReview(sku, review), "POST https://shop.example/api/v3/products/A1/reviews",
      #"application/json {"bought_at":60,"stars":5,"text":"good/great"}"#
    ),
    (
      .editReview(id: 4, review), "PUT https://shop.example/api/v3/reviews/4",
      #"application/json {"bought_at":60,"stars":5,"text":"good/great"}"#
    ),
    (.deleteReview(id: 4), "DELETE https://shop.example/api/v3/reviews/4", nil),
    (
      .reviewPhotos(id: 4, [photo], notify: true), "POST https://shop.example/api/v3/reviews/4/photos?notify=1",
      "multipart/form-data -"
    ),
    (.cart, "GET https://shop.example/api/v3/cart", nil),
    (
      .addToCart(sku, quantity: 2), "POST https://shop.example/api/v3/cart/lines",
      #"application/json {"quantity":2,"sku":"A1"}"#
    ),
    (
      .setQuantity(line: 1, quantity: 3), "PUT https://shop.example/api/v3/cart/lines/1?notify=0",
      #"application/json {"quantity":3}"#
    ),
    (.removeLine(1), "DELETE https://shop.example/api/v3/cart/lines/1", nil),
    (.emptyCart, "DELETE https://shop.example/api/v3/cart", nil),
    (
      .applyCoupon("10% off"), "PUT https://shop.example/api/v3/cart/coupon?v=2",
      "application/x-www-form-urlencoded code=10%25%20off"
    ),
    (
      .mergeCarts([sku, SKU(rawValue: "B2")]), "POST https://shop.example/api/v3/cart/merge",
      #"application/json ["A1","B2"]"#
    ),
    (
      .shareCart(note: "look", channel: "mail"), "POST https://shop.example/api/v3/cart/share?channel=mail",
      #"application/json {"note":"look"}"#
    ),
    (
      .checkout(Checkout(cart: 1, address: ["zip": "1", "city": "x"], total: 9.5)),
      "POST https://shop.example/api/v3/orders",
      #"application/json {"address":{"city":"x","zip":"1"},"cart":1,"total":9.5}"#
    ),
    (.orders(since: nil), "GET https://shop.example/api/v3/orders", nil),
    (.orders(since: Date(timeIntervalSince1970: 60)), "GET https://shop.example/api/v3/orders?since=60", nil),
    (.order(9), "GET https://shop.example/api/v3/orders/9", nil),
    (
      .cancelOrder(9, reason: "late"), "POST https://shop.example/api/v3/orders/9/cancel",
      #"application/json {"reason":"late"}"#
    ),
    (.invoice(order: 9, folder: folder), "GET https://shop.example/api/v3/orders/9/invoice.pdf?copies=1", nil),
    (
      .returnItems(order: 9, [sku: "broken"]), "POST https://shop.example/api/v3/orders/9/returns",
      #"application/json {\#n  "items" : [\#n    {\#n      "reason" : "broken",\#n      "sku" : "A1"\#n    }\#n  ]\#n}"#
    ),
    (.claim(order: 9, form: folder), "PUT https://shop.example/api/v3/orders/9/claim", "application/pdf -"),
    (
      .claimPhotos(order: 9, [photo]), "POST https://shop.example/api/v3/orders/9/claim/photos", "multipart/form-data -"
    ),
    (.wishlists, "GET https://shop.example/api/v3/wishlists", nil),
    (
      .createWishlist("birthday"), "POST https://shop.example/api/v3/wishlists",
      #"application/json [{"name":"birthday"}]"#
    ),
    (.addToWishlist(id: 1, sku), "POST https://shop.example/api/v3/wishlists/1/items", #"application/json "A1""#),
    (.chat(message: Data("hi".utf8), room: "7"), "POST https://shop.example/api/v3/chat/7?ack=1", "- hi"),
    (
      .supportMail(Data("Subject: x".utf8)), "POST https://shop.example/api/v3/support/mail",
      "message/rfc822 Subject: x"
    ),
    (
      .preferences(Preferences(currency: "EUR", darkMode: true)),
      "PUT https://shop.example/api/v3/accounts/me/preferences",
      plist("\t<key>currency</key>\n\t<string>EUR</string>\n\t<key>darkMode</key>\n\t<true/>")
    ),
    (.features, "OPTIONS https://shop.example/api/v3/features", nil),
    (.ping, "HEAD https://shop.example/api/v3", nil),
  ]

  /// Returns the media type of a property list, and the property list with these lines.
  private static func plist(_ lines: String) -> String {
    """
    application/x-plist <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(lines)
    </dict>
    </plist>

    """
  }
}
