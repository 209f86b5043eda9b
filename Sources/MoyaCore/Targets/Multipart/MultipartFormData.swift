/// A `multipart/form-data` body (RFC 7578): its parts, in order.
public struct MultipartFormData: Sendable {
  /// Where a part's bytes come from.
  ///
  /// Unchecked: a stream is handed on and read by one thread at a time, never shared.
  public enum FormDataProvider: @unchecked Sendable {
    case data(Data)
    /// Read while it is sent.
    case file(URL)
    /// Bytes that can be read once, and how many there are.
    case stream(any ByteStream, UInt64)
  }

  public let fileManager: FileManager
  /// `nil`: a random one for each request.
  public let boundary: String?
  public let parts: [MultipartFormBodyPart]

  public init(fileManager: FileManager = .default, boundary: String? = nil, parts: [MultipartFormBodyPart]) {
    self.fileManager = fileManager
    self.boundary = boundary
    self.parts = parts
  }

  /// The parts of several, with the first boundary that one of them has.
  init(joining forms: [MultipartFormData]) {
    self.init(
      fileManager: forms.first?.fileManager ?? .default, boundary: forms.lazy.compactMap(\.boundary).first,
      parts: forms.flatMap(\.parts))
  }
}

// Moya 15.0.3 calls one part by this name.
extension MultipartFormData {
  /// One part.
  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    self.init(parts: [
      MultipartFormBodyPart(provider: provider, name: name, fileName: fileName, mimeType: mimeType)
    ])
  }

  /// The first part's. A form without parts has no bytes and no name.
  public var provider: FormDataProvider { parts.first?.provider ?? .data(Data()) }
  /// The first part's.
  public var name: String { parts.first?.name ?? "" }
  /// The first part's.
  public var fileName: String? { parts.first?.fileName }
  /// The first part's.
  public var mimeType: String? { parts.first?.mimeType }
}

extension MultipartFormData: ExpressibleByArrayLiteral {
  public init(arrayLiteral parts: MultipartFormBodyPart...) { self.init(parts: parts) }
}

extension MultipartFormData: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.boundary == right.boundary && left.parts == right.parts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(boundary)
    hasher.combine(parts)
  }
}
