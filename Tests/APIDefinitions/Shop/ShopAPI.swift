import Moya

/// A shop's API as a new project defines it. The project uses Swift 6 and imports only Moya.
enum ShopAPI {
  // Account
  case register(Registration)
  case login(email: String, password: String)
  case logout
  case refresh(token: String)
  case account
  case updateAccount(name: String?, newsletter: Bool)
  case deleteAccount(confirm: Bool)
  case photo
  case uploadPhoto(Data, type: ImageType)

  // Catalogue
  case categories
  case products(ProductFilter)
  case product(SKU)
  case related(SKU, limit: Int)
  case suggest(String)
  case stock(SKU, stores: [Int])
  case stores(latitude: Double, longitude: Double)
  case productImage(SKU, size: ImageSize, folder: URL)
  case catalogue(season: String, folder: URL)

  // Reviews
  case reviews(SKU, page: Int)
  case addReview(SKU, Review)
  case editReview(id: Int, Review)
  case deleteReview(id: Int)
  case reviewPhotos(id: Int, [ReviewPhoto], notify: Bool)

  // Cart
  case cart
  case addToCart(SKU, quantity: Int)
  case setQuantity(line: Int, quantity: Int)
  case removeLine(Int)
  case emptyCart
  case applyCoupon(String)
  case mergeCarts([SKU])
  case shareCart(note: String, channel: String)

  // Orders
  case checkout(Checkout)
  case orders(since: Date?)
  case order(Int)
  case cancelOrder(Int, reason: String)
  case invoice(order: Int, folder: URL)
  case track(parcel: String)
  case returnItems(order: Int, [SKU: String])
  case claim(order: Int, form: URL)
  case claimPhotos(order: Int, [ReviewPhoto])

  // Wishlist, support, and the rest
  case wishlists
  case createWishlist(String)
  case addToWishlist(id: Int, SKU)
  case chat(message: Data, room: String)
  case supportMail(Data)
  case preferences(Preferences)
  case features
  case ping
}
