/// The body of `multipart/form-data` (RFC 7578): its parts, in order.
public struct MultipartFormData: Sendable {
  /// Where a part's bytes come from.
  ///
  /// The enum is `@unchecked Sendable`: only one thread at a time reads a stream.
  public enum FormDataProvider: @unchecked Sendable {
    case data(Data)
    /// A file that is read while it is sent.
    case file(URL)
    /// A stream that can be read once, and its length in bytes.
    case stream(any ByteStream, UInt64)
  }

  public let fileManager: FileManager
  /// The boundary. If it is `nil`, each request gets a random boundary.
  public let boundary: String?
  public let parts: [MultipartFormBodyPart]

  public init(fileManager: FileManager = .default, boundary: String? = nil, parts: [MultipartFormBodyPart]) {
    self.fileManager = fileManager
    self.boundary = boundary
    self.parts = parts
  }

  /// Joins the parts of several forms. Uses the boundary of the first form that has one.
  init(joining forms: [MultipartFormData]) {
    self.init(
      fileManager: forms.first?.fileManager ?? .default, boundary: forms.lazy.compactMap(\.boundary).first,
      parts: forms.flatMap(\.parts))
  }
}

// In Moya 15.0.3 the name `MultipartFormData` stands for a single part. With these members, code that uses the name in
// this way compiles.
extension MultipartFormData {
  /// Makes a form of one part.
  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    self.init(parts: [
      MultipartFormBodyPart(provider: provider, name: name, fileName: fileName, mimeType: mimeType)
    ])
  }

  /// The first part's provider. A form without parts has no bytes and no name.
  public var provider: FormDataProvider { parts.first?.provider ?? .data(Data()) }
  /// The first part's name.
  public var name: String { parts.first?.name ?? "" }
  /// The first part's file name.
  public var fileName: String? { parts.first?.fileName }
  /// The first part's media type.
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

/// One part of a multipart form.
public struct MultipartFormBodyPart: Hashable, Sendable {
  public typealias FormDataProvider = MultipartFormData.FormDataProvider

  public let provider: FormDataProvider
  /// The field's name.
  public let name: String
  /// The file name. If this is `nil`, a stream has an empty file name, and bytes have no file name.
  ///
  /// A file has this name and `mimeType` only if both are given. Otherwise it has its own name and
  /// `application/octet-stream`.
  public let fileName: String?
  /// The media type. If this is `nil`, a stream has an empty media type, and bytes have none. See `fileName` for files.
  public let mimeType: String?

  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    self.provider = provider
    self.name = name
    self.fileName = fileName
    self.mimeType = mimeType
  }
}

extension MultipartFormData.FormDataProvider: Hashable {
  /// Compares files by URL, and streams by identity.
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

/// A media type `multipart/…` with its parameters (RFC 2046 §5.1), as a request specifies it.
package struct MultipartType {
  /// The type without the boundary.
  let text: String
  /// The boundary. `nil` if the type has none.
  package let boundary: String?

  static let formData = MultipartType(text: "multipart/form-data", boundary: nil)

  private init(text: String, boundary: String?) {
    self.text = text
    self.boundary = boundary
  }

  /// Returns `nil` if the field has another media type.
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

/// One part of a multipart form as it is written (RFC 7578), with its final name, file name and type.
package struct FormPart: Hashable, Sendable {
  package let name: String
  /// The file name. `nil` if the part has none.
  package let fileName: String?
  /// The media type. `nil` if the part has none.
  package let mimeType: String?
  /// The bytes. The size of a file is read when the form is encoded.
  package let content: RequestBody.Segment

  package init(
    name: String, fileName: String?, mimeType: String?, content: RequestBody.Segment
  ) throws(MultipartError) {
    if mimeType?.utf8.contains(where: ASCII.isControl) == true { throw .invalidMIMEType(part: name) }
    (self.name, self.fileName, self.mimeType, self.content) = (name, fileName, mimeType, content)
  }
}

extension FormPart {
  /// Determines file name and type by Moya's rules.
  init(_ part: MultipartFormBodyPart) throws(MultipartError) {
    let (fileName, mimeType): (String?, String?)
    let content: RequestBody.Segment
    switch part.provider {
    case .data(let data): (fileName, mimeType, content) = (part.fileName, part.mimeType, .data(data))
    // The part of a stream is always written with a file name and a type. If the caller gave no file name or no type,
    // an empty text is written for it.
    case .stream(let stream, let length):
      (fileName, mimeType, content) = (part.fileName ?? "", part.mimeType ?? "", .stream(stream, length: length))
    case .file(let url):
      // If the URL is not a file URL, its path would name an unrelated file of this machine.
      if !url.isFileURL {
        throw .fileUnreadable(part: part.name, path: url.path, reason: "its URL is not a file URL")
      }
      if let name = part.fileName, let type = part.mimeType {
        (fileName, mimeType) = (name, type)
      } else {
        // If the part lacks a file name or a type, both come from the file. So a given file name is not used if the
        // type is missing.
        if url.lastPathComponent.isEmpty || url.pathExtension.isEmpty { throw .fileNameMissing(part: part.name) }
        (fileName, mimeType) = (url.lastPathComponent, "application/octet-stream")
      }
      content = .file(path: url.path, length: 0)
    }
    try self.init(name: part.name, fileName: fileName, mimeType: mimeType, content: content)
  }
}

/// Why a multipart form could not be made. Arrives as `MoyaError.underlying`.
public enum MultipartError: Error, Hashable, Sendable {
  case noParts
  /// A request with this method cannot have a multipart body.
  case methodWithoutBody(String)
  /// The part lacks a file name or a media type, and the name of its file has no extension.
  case fileNameMissing(part: String)
  /// The part's file is not a regular file, cannot be read, or has a URL that is not a file URL. `reason` says why.
  case fileUnreadable(part: String, path: String, reason: String)
  /// The stream ended before its announced length.
  case streamIncomplete(part: String)
  /// The stream threw an error. `reason` is the error's `errorDescription`, the system's reason, or the error's type.
  /// It never contains the stream's data.
  case streamFailed(part: String, reason: String)
  /// The stream has more bytes than its announced length. This error is detected in forms of up to 1 MiB. In larger
  /// forms the extra bytes are not sent.
  case streamTooLong(part: String)
  /// The part's media type contains a control character, for example a line end that would begin a header field.
  case invalidMIMEType(part: String)
  /// The boundary is not 1 to 70 letters, digits, spaces and `'()+_,-./:=?`, or its last character is a space (RFC 2046
  /// §5.1.1).
  case invalidBoundary
}

extension MultipartError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .noParts: "The multipart form has no parts."
    case .methodWithoutBody(let method): "\(method) takes no multipart body; use POST, PUT or PATCH."
    case .fileNameMissing(let part): "The file of part '\(part)' has no extension: give a file name and a MIME type."
    case .fileUnreadable(let part, let path, let reason):
      "The file of part '\(part)' cannot be read: \(path): \(reason)."
    case .streamIncomplete(let part): "The stream of part '\(part)' ended before its announced length."
    case .streamFailed(let part, let reason): "The stream of part '\(part)' failed: \(reason)."
    case .streamTooLong(let part): "The stream of part '\(part)' is longer than its announced length."
    case .invalidMIMEType(let part): "The MIME type of part '\(part)' contains a control character."
    case .invalidBoundary: "The form's boundary is empty, too long, or has a character that RFC 2046 does not allow."
    }
  }
}
