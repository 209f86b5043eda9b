/// An image as it arrived, with its format and size. libmoya displays nothing, so it does not decode images.
public struct Image: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case bmp = "image/bmp"
  }

  public struct Size: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    public let height: Int
  }

  public let format: Format
  public let size: Size
  public let data: Data

  /// Returns `nil` if the bytes are not the beginning of an image of a known format, or if its width or height is 0.
  public init?(data: Data) {
    guard let (format, width, height) = ImageHeader(data).read(), width > 0, height > 0 else { return nil }
    self.format = format
    self.size = Size(width: width, height: height)
    self.data = data
  }
}

extension Response {
  /// Returns the body as an image. The format is found from the bytes. The Content-Type does not matter.
  /// - Throws: `MoyaError.imageMapping`
  public func mapImage() throws -> Image {
    guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
    return image
  }
}

/// Reads format and size from the first bytes of an image. It checks every read, because the bytes come from outside.
struct ImageHeader {
  private let bytes: Data

  init(_ data: Data) { bytes = data }

  func read() -> (Image.Format, width: Int, height: Int)? {
    if has("\u{89}PNG\r\n\u{1A}\n", at: 0) { return png() }
    if has("\u{FF}\u{D8}\u{FF}", at: 0) { return jpeg() }
    if has("GIF87a", at: 0) || has("GIF89a", at: 0) { return size(.gif, little(6), little(8)) }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return webp() }
    if has("BM", at: 0) { return bmp() }
    return nil
  }

  /// Reads the IHDR chunk, which comes first (PNG §5.6).
  private func png() -> (Image.Format, Int, Int)? {
    has("IHDR", at: 12) ? size(.png, big(16, 4), big(20, 4)) : nil
  }

  /// Reads the size from the frame header of a JPEG file, after skipping the segments before this header (ITU T.81
  /// B.2.2).
  private func jpeg() -> (Image.Format, Int, Int)? {
    var at = 2
    while let mark = byte(at), mark == 0xFF, let kind = byte(at + 1) {
      switch kind {
      case 0xFF: at += 1
      case 0x01, 0xD0...0xD8: at += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return size(.jpeg, big(at + 7, 2), big(at + 5, 2))
      case 0xD9, 0xDA: return nil
      default:
        guard let length = big(at + 2, 2), length >= 2 else { return nil }
        at += 2 + length
      }
    }
    return nil
  }

  /// Lossy, lossless and extended WebP files store their size in different places (RFC 9649 §2).
  private func webp() -> (Image.Format, Int, Int)? {
    if has("VP8X", at: 12) {
      guard let width = little(24, 3), let height = little(27, 3) else { return nil }
      return (.webp, width + 1, height + 1)
    }
    if has("VP8L", at: 12), byte(20) == 0x2F, let bits = little(21, 4) {
      return (.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    if has("VP8 ", at: 12), has("\u{9D}\u{01}\u{2A}", at: 23), let width = little(26), let height = little(28) {
      return (.webp, width & 0x3FFF, height & 0x3FFF)
    }
    return nil
  }

  /// Reads a BMP file. A negative height means that the rows run from top to bottom.
  private func bmp() -> (Image.Format, Int, Int)? {
    guard let header = little(14, 4) else { return nil }
    if header == 12 { return size(.bmp, little(18), little(20)) }
    guard header >= 40, let width = little(18, 4), let height = little(22, 4) else { return nil }
    return (.bmp, width, Int(Int32(truncatingIfNeeded: height).magnitude))
  }

  private func size(_ format: Image.Format, _ width: Int?, _ height: Int?) -> (Image.Format, Int, Int)? {
    guard let width, let height else { return nil }
    return (format, width, height)
  }

  private func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  /// Returns true if the bytes at `offset` are equal to the signature. `signature` has one scalar per byte.
  private func has(_ signature: String, at offset: Int) -> Bool {
    signature.unicodeScalars.enumerated().allSatisfy { byte(offset + $0.offset).map(UInt32.init) == $0.element.value }
  }

  private func big(_ offset: Int, _ count: Int) -> Int? { number(offset..<offset + count) }

  private func little(_ offset: Int, _ count: Int = 2) -> Int? { number((offset..<offset + count).reversed()) }

  /// Reads a number from the bytes at these offsets, the most significant byte first.
  private func number(_ places: some Sequence<Int>) -> Int? {
    var value = 0
    for place in places {
      guard let byte = byte(place) else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }
}
