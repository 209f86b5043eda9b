/// One part of a multipart form as it is written (RFC 7578): with the name, file name and type that it is to have.
package struct FormPart: Hashable, Sendable {
  package let name: String
  /// `nil`: none.
  package let fileName: String?
  /// `nil`: none.
  package let mimeType: String?
  /// A file is measured when the form is encoded.
  package let content: RequestBody.Segment

  package init(
    name: String, fileName: String?, mimeType: String?, content: RequestBody.Segment
  ) throws(MultipartError) {
    if mimeType?.utf8.contains(where: ASCII.isControl) == true { throw .invalidMIMEType(part: name) }
    (self.name, self.fileName, self.mimeType, self.content) = (name, fileName, mimeType, content)
  }
}

extension FormPart {
  /// File name and type by Moya's rules.
  init(_ part: MultipartFormBodyPart) throws(MultipartError) {
    let (fileName, mimeType): (String?, String?)
    let content: RequestBody.Segment
    switch part.provider {
    case .data(let data): (fileName, mimeType, content) = (part.fileName, part.mimeType, .data(data))
    // A stream always has both, empty if need be.
    case .stream(let stream, let length):
      (fileName, mimeType, content) = (part.fileName ?? "", part.mimeType ?? "", .stream(stream, length: length))
    case .file(let url):
      // A path taken from another URL would be one of this machine's.
      if !url.isFileURL {
        throw .fileUnreadable(part: part.name, path: url.path, reason: "its URL is not a file URL")
      }
      if let name = part.fileName, let type = part.mimeType {
        (fileName, mimeType) = (name, type)
      } else {
        // Unless a part names both, both come from the file. A name alone is not used.
        if url.lastPathComponent.isEmpty || url.pathExtension.isEmpty { throw .fileNameMissing(part: part.name) }
        (fileName, mimeType) = (url.lastPathComponent, "application/octet-stream")
      }
      content = .file(path: url.path, length: 0)
    }
    try self.init(name: part.name, fileName: fileName, mimeType: mimeType, content: content)
  }
}
