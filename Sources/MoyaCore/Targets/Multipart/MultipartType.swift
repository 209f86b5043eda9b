/// A media type `multipart/…` with its parameters (RFC 2046 §5.1), as a request names it.
package struct MultipartType {
  /// Without the boundary.
  let text: String
  /// `nil`: it names none.
  package let boundary: String?

  static let formData = MultipartType(text: "multipart/form-data", boundary: nil)

  private init(text: String, boundary: String?) {
    self.text = text
    self.boundary = boundary
  }

  /// `nil`: it is another type.
  package init?(_ field: String) {
    let parts = FieldParameter.all(in: field)
    guard let type = parts.first?.name, type.hasPrefix("multipart/") else { return nil }
    let parameters = parts.dropFirst()
    text = parameters.reduce(type) { text, parameter in
      guard let value = parameter.value, parameter.name != "boundary" else { return text }
      return "\(text); \(parameter.name)=\(value)"
    }
    boundary = parameters.first { $0.name == "boundary" }?.text
  }
}
