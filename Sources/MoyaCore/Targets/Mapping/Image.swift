/// An image as it came: what it is and how large. libmoya shows nothing, so it decodes nothing.
public struct Image: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case bmp = "image/bmp"
  }

  public struct Size: Hashable, Sendable {
    /// Pixels.
    public let width: Int
    public let height: Int
  }

  public let format: Format
  public let size: Size
  public let data: Data

  /// `nil` when the bytes are not the head of an image of a known format, or say that it has no pixels.
  public init?(data: Data) {
    guard let (format, width, height) = ImageHeader(data).read(), width > 0, height > 0 else { return nil }
    self.format = format
    self.size = Size(width: width, height: height)
    self.data = data
  }
}

extension Response {
  /// The body as an image, recognised by its bytes, whatever the Content-Type says.
  /// - Throws: `MoyaError.imageMapping`
  public func mapImage() throws -> Image {
    guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
    return image
  }
}
