public typealias Method = HTTPMethod

extension HTTPMethod {
  /// May a request with this method carry a multipart body?
  public var supportsMultipart: Bool {
    switch self {
    case .post, .put, .patch, .connect: true
    default: false
    }
  }
}
