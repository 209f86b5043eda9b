import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct ImageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: Image.Format
    let bytes: [UInt8]

    var testDescription: String { format.rawValue }
  }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The heads of images of 3 by 2 pixels.
  static let samples: [Sample] = [
    Sample(
      format: .png,
      bytes: [0x89] + ascii("PNG\r\n") + [0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR") + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2]),
    Sample(
      format: .jpeg,
      bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 2, 0, 3, 1, 0x11, 0]),
    Sample(format: .gif, bytes: ascii("GIF89a") + [3, 0, 2, 0, 0, 0, 0]),
    Sample(
      format: .webp,
      bytes: ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBPVP8 ") + [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 3, 0, 2, 0]),
    Sample(
      format: .webp,
      bytes: ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBPVP8L") + [0, 0, 0, 0, 0x2F, 0x02, 0x40, 0x00, 0x00]),
    Sample(
      format: .webp,
      bytes: ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBPVP8X") + [10, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0]),
    Sample(
      format: .bmp,
      bytes: ascii("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 3, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]),
    Sample(format: .bmp, bytes: ascii("BM") + [UInt8](repeating: 0, count: 12) + [12, 0, 0, 0, 3, 0, 2, 0]),
  ]

  @Test(arguments: samples)
  func `behaviour 148: an image is known by its bytes, with its size`(sample: Sample) throws {
    // This is a slice, so its first index is not 0.
    let data = Data([0] + sample.bytes).dropFirst()
    let image = try Response(statusCode: 200, data: data).mapImage()
    #expect(image.format == sample.format)
    #expect(image.size == Image.Size(width: 3, height: 2))
    #expect(image.data == data)
  }

  @Test(arguments: samples)
  func `behaviour 148: an image that was cut off anywhere is an error, not a trap`(sample: Sample) throws {
    for count in 0..<sample.bytes.count {
      let cut = Response(statusCode: 200, data: Data(sample.bytes.prefix(count)))
      do {
        let image = try cut.mapImage()
        #expect(image.size == Image.Size(width: 3, height: 2), "only bytes behind the size may be missing")
      } catch { #expect(error is MoyaError) }
    }
  }

  @Test(arguments: ["", "Hello, Moya!", "GIF89a\0\0\0\0", "BM", "\u{89}PNG", "RIFF....WEBPVP8?"])
  func `behaviour 148: what is no image gives imageMapping`(text: String) {
    #expect { try Response(statusCode: 200, data: Data(text.utf8)).mapImage() } throws: {
      if case MoyaError.imageMapping = $0 { true } else { false }
    }
  }
}
