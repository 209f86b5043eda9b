import CZlib
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Tests a decoder with bytes that arrive in pieces. The table of faults tests whole responses.
@Suite(.timeLimitOfAll) struct ContentDecoderTests {
  /// Compresses bytes. `windowBits` is 31 for gzip, 15 for zlib, and −15 for raw deflate.
  static func compress(_ bytes: [UInt8], windowBits: Int32 = 31) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    var input = bytes
    let capacity = output.count
    let made = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        _ = deflate(&stream, Z_FINISH)
        return capacity - Int(stream.avail_out)
      }
    }
    return Array(output[..<made])
  }

  private static let text = Array(String(repeating: "The quick brown fox. ", count: 600).utf8)

  /// Decodes in pieces of one size.
  private func decode(_ bytes: [UInt8], _ coding: String, piece: Int = .max) -> Result<[UInt8], TransferError> {
    guard let decoder = ContentDecoder(contentEncoding: coding, accepted: .known) else {
      return .success(bytes)
    }
    var output: [UInt8] = []
    var rest = bytes[...]
    var share = Share.endless
    while !rest.isEmpty {
      let error = rest.prefix(piece).withUnsafeBytes { piece in
        decoder.decode(piece, &share, "peer") {
          output += $0
          return nil
        }
      }
      if let error { return .failure(error) }
      rest = rest.dropFirst(piece)
    }
    return decoder.finish("peer").map { .failure($0) } ?? .success(output)
  }

  @Test(arguments: [("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15)], [1, 7, 100, Int.max])
  func `every form and every cut gives the same bytes`(form: (String, Int32), piece: Int) throws {
    let bytes = Self.compress(Self.text, windowBits: form.1)
    #expect(try decode(bytes, form.0, piece: piece).get() == Self.text)
  }

  @Test(arguments: [1, 3, Int.max]) func `gzip members follow one another`(piece: Int) throws {
    let one = Self.compress(Self.text)
    #expect(try decode(one + one, "gzip", piece: piece).get() == Self.text + Self.text)
    #expect(try decode(one + [0, 0, 0], "gzip", piece: piece).get() == Self.text)
  }

  /// A decompression bomb, in each form: a few bytes that become very many.
  @Test(arguments: ["gzip", "deflate", "gzip, gzip", "deflate, gzip, deflate"], [1000, Int.max])
  func `what is left of a share's end is decoded in the next ones`(coding: String, piece: Int) throws {
    let whole = [UInt8](repeating: 7, count: 1 << 20)
    let bytes = coding.split(separator: ",").reduce(whole) { bytes, name in
      Self.compress(bytes, windowBits: name.hasSuffix("gzip") ? 31 : 15)
    }
    let decoder = try #require(ContentDecoder(contentEncoding: coding, accepted: .known))
    var output: [UInt8] = []
    func store(_ piece: UnsafeRawBufferPointer) -> TransferError? {
      output += piece
      return nil
    }
    var share = Share()
    var stops = 0
    for start in stride(from: 0, to: bytes.count, by: min(piece, bytes.count)) {
      share.begin(at: 0)
      let error = bytes[start...].prefix(piece).withUnsafeBytes { decoder.decode($0, &share, "peer", store) }
      #expect(error == nil)
      if decoder.isBehind { stops += 1 }
    }
    #expect(stops > 0 && output.count < whole.count)
    while decoder.isBehind {
      share.begin(at: 0)
      #expect(decoder.resume(&share, "peer", store) == nil)
    }
    #expect(decoder.finish("peer") == nil && output == whole)
  }

  @Test func `brotli is decoded however the bytes come`() throws {
    let bytes: [UInt8] = [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]
    for piece in [1, 4, Int.max] { #expect(try decode(bytes, "br", piece: piece).get() == Array("hello".utf8)) }
    #expect(throws: TransferError.self) { try decode(bytes.dropLast(), "br").get() }
    #expect(throws: TransferError.self) { try decode(bytes + [1], "br").get() }
  }

  @Test func `damage is a decode error however the bytes come`() {
    let whole = Self.compress(Self.text)
    var wrongSum = whole
    wrongSum[whole.count - 6] ^= 0xFF
    let cases = [
      Array(whole.dropLast(12)), Array(whole.dropLast(1)), wrongSum, whole + Array("tail".utf8), Array("plain".utf8),
      Array(whole.prefix(1)),
    ]
    for bytes in cases {
      for piece in [1, Int.max] {
        #expect { try decode(bytes, "gzip", piece: piece).get() } throws: { ($0 as? TransferError)?.kind == .decode }
      }
    }
  }

  @Test func `what a caller's own Accept-Encoding does not name, or what is not known, comes as it is`() {
    func decodes(_ coding: String, _ list: String) -> Bool {
      ContentDecoder(contentEncoding: coding, accepted: .named(list)) != nil
    }
    #expect(!decodes("gzip", "br") && !decodes("gzip", "gzip;q=0, br") && !decodes("zstd", "zstd"))
    #expect(decodes("gzip", "br, GZIP;q=0.5") && decodes("gzip", "*") && !decodes("identity", "*"))
    #expect(ContentDecoder(contentEncoding: "zstd", accepted: .knownOrRaw) == nil)
    #expect(ContentDecoder(contentEncoding: "deflate", accepted: .knownOrRaw) != nil)
  }
}
