import MoyaHTTP

/// The record of a partial download: the URL from which the bytes came, and those header fields of the response that
/// describe the content. The text of a record begins with a line that identifies the format. The request's URL follows,
/// then the header fields with one line each, and an empty line.
package struct PartialRecord: Equatable, Sendable {
  private static let firstLine = "libmoya partial download 1"

  /// The URL of the request, before any redirect and without user information.
  package let urlText: String
  package let validator: StrongValidator
  /// The number of bytes of the complete content; `nil` if it was not announced.
  package let length: Int64?
  /// The fields of the response that are about its content. Other fields are not stored. For example, a cookie must not
  /// be written to disk.
  private let fields: HeaderFields

  /// Makes the record of a response with the complete content. Returns `nil` if the response has no strong validator,
  /// because the download cannot then be resumed.
  package init?(urlText: String, fields: HeaderFields, length: Int64?) {
    var kept = HeaderFields(fields: fields.fields.filter { PartialRecord.isAboutContent($0.name) })
    kept.set("Content-Length", to: length.map { String($0) })
    self.init(urlText: urlText, kept: kept)
  }

  private init?(urlText: String, kept: HeaderFields) {
    guard let validator = StrongValidator(kept) else { return nil }
    self.urlText = urlText
    self.validator = validator
    fields = kept
    length = kept["Content-Length"].flatMap { ContentRange.number($0) }
  }

  /// Returns `nil` if the text is not a record of this library, or is damaged.
  package init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0] == PartialRecord.firstLine, lines.suffix(2) == ["", ""] else { return nil }
    var fields = HeaderFields()
    for line in lines[2..<(lines.count - 2)] {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = String(line[..<colon])
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      guard ASCII.isToken(name), ASCII.isFieldValue(value) else { return nil }
      fields.append(name, value)
    }
    self.init(urlText: String(lines[1]), kept: fields)
  }

  /// Returns true if the URLs are equal, ignoring the query.
  func isOfPath(of urlText: String) -> Bool {
    func path(_ text: String) -> Substring.UTF8View { Substring(text).utf8.prefix { $0 != 0x3F && $0 != 0x23 } }
    return path(self.urlText).elementsEqual(path(urlText))
  }

  package var text: String {
    let lines = [PartialRecord.firstLine, urlText] + fields.fields.map { "\($0.name): \($0.value)" }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// Returns the fields of a download that was completed after an interruption. Combines the fields of the first
  /// response with the fields of the last response (`last`), which may omit fields of the first one (RFC 9110 §15.3.7).
  package func combined(with last: HeaderFields, length: Int64) -> HeaderFields {
    var whole = HeaderFields(fields: last.fields.filter { !PartialRecord.isAboutContent($0.name) })
    for field in fields.fields where !ASCII.equalIgnoringCase(field.name, "Date") {
      whole.append(field.name, field.value)
    }
    whole.set("Content-Length", to: String(length))
    if let date = last["Date"] { whole.set("Date", to: date) }
    return whole
  }

  /// Returns true if a part has the same content coding as the first response. Bytes of different codings cannot be
  /// combined, and content in two codings does not have the same strong validator (RFC 9110 §8.8.3.3). A part may omit
  /// its coding (RFC 9110 §15.3.7).
  package func agrees(withCodingOf part: HeaderFields) -> Bool {
    guard let coding = part["Content-Encoding"] else { return true }
    return PartialRecord.coding(coding) == PartialRecord.coding(fields["Content-Encoding"])
  }

  private static func coding(_ value: String?) -> String {
    let coding = (value ?? "").filter { $0 != " " && $0 != "\t" }.lowercased()
    return coding == "identity" ? "" : coding
  }

  private static func isAboutContent(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("content-") || ["etag", "last-modified", "date"].contains(name)
  }
}
