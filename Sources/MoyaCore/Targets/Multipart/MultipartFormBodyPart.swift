/// One part of a multipart form.
public struct MultipartFormBodyPart: Hashable, Sendable {
  public typealias FormDataProvider = MultipartFormData.FormDataProvider

  public let provider: FormDataProvider
  /// The field's name.
  public let name: String
  /// `nil`: none; a stream's is empty. A file that does not name both has its own name and `application/octet-stream`.
  public let fileName: String?
  /// As the file name.
  public let mimeType: String?

  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    self.provider = provider
    self.name = name
    self.fileName = fileName
    self.mimeType = mimeType
  }
}

extension MultipartFormData.FormDataProvider: Hashable {
  /// Files are compared by URL, streams by identity.
  public static func == (left: Self, right: Self) -> Bool { left.segment == right.segment }

  public func hash(into hasher: inout Hasher) { segment.hash(into: &hasher) }

  private var segment: RequestBody.Segment {
    switch self {
    case .data(let data): .data(data)
    case .file(let url): .file(path: url.absoluteString, length: 0)
    case .stream(let stream, let length): .stream(stream, length: length)
    }
  }
}
