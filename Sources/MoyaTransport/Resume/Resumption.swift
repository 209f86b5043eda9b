import MoyaHTTP

/// How a download continues after an interruption: what to request, and what a response means for the stored bytes (RFC
/// 9110 §13.1.5, RFC 9110 §14, RFC 9110 §15.3.7). The type does no I/O.
package struct Resumption {
  package enum Verdict: Equatable {
    /// The whole content follows, and the stored bytes are invalid. `record` must be stored with the new bytes. If
    /// `record` is `nil`, the new bytes cannot be resumed.
    case startOver(record: PartialRecord?)
    /// `length` bytes follow, which continue the stored ones.
    case append(length: Int64)
    /// Nothing is missing. The response's body is ignored.
    case complete
    /// The response says nothing about the stored bytes, so they stay.
    case keep
    /// The response cannot be used. The next request asks for everything.
    case askAgain
    /// The server broke HTTP. The text says how.
    case violation(String)
  }

  private let urlText: String
  private let record: PartialRecord?
  /// True if the stored bytes come from exactly this URL, not from a URL with another query.
  private let isOfURL: Bool
  /// The number of stored bytes when the transfer began.
  private let have: Int64
  /// True if the request contains a range.
  private var asksForRest: Bool
  /// The offset of the last response's bytes in the whole content.
  package private(set) var offset: Int64 = 0
  /// The number of bytes of the whole content; −1 if unknown.
  package private(set) var total: Int64 = -1
  /// True if the whole content is combined from several responses.
  private var isCombined = false

  /// - Parameter record: The record of the stored bytes.
  package init(_ request: URLRequest, have: Int64, record: PartialRecord?) {
    let url = URLReference(request.urlText).removingUserInformation().text
    urlText = url
    self.have = have
    isOfURL = record?.urlText.hasBytes(of: urlText) == true
    // A URL with another query may have the same content, for example if the query contains a new signature. The entity
    // tag decides.
    let isSame = record.map { $0.validator.source == .etag && $0.isOfPath(of: url) } == true
    self.record = (isOfURL || isSame) && have > 0 && have <= record?.length ?? have ? record : nil
    asksForRest = self.record != nil
  }

  /// Returns true if a request can be resumed. It must be a GET, because ranges are only for GET (RFC 9110 §14.2). It
  /// must have no body, because a body could select the content. It must have no range of the caller, because the
  /// caller's range must not be changed.
  package static func isPossible(_ request: URLRequest) -> Bool {
    guard request.httpMethod == "GET", case .none = request.body else { return false }
    return !request.headerFields.contains("Range") && !request.headerFields.contains("If-Range")
  }

  /// Sets the range fields. Offsets count bytes of one representation. So the request accepts no content coding,
  /// because the coding could differ between responses.
  package func ask(_ request: inout URLRequest) {
    request.headerFields.set("Accept-Encoding", to: "identity")
    request.headerFields.set("Range", to: asksForRest ? "bytes=\(have)-" : nil)
    request.headerFields.set("If-Range", to: asksForRest ? record?.validator.value : nil)
  }

  /// Decides what a response means for the stored bytes.
  /// - Parameter length: The length of the response's body; `nil` if it was not announced.
  package mutating func receive(status: Int, fields: HeaderFields, length: Int64?) -> Verdict {
    offset = 0
    total = length ?? -1
    isCombined = false
    switch status {
    case 200: return .startOver(record: PartialRecord(urlText: urlText, fields: fields, length: length))
    case 206:
      guard asksForRest else { return .violation("it sent a part of the content, which was not asked for") }
      return rest(fields, length) ?? withoutRange()
    case 416 where asksForRest: return nothingMore(fields) ?? withoutRange()
    // A 204 or 205 has no content. If the request asked for a range, the response says nothing reliable about the
    // range, because a server may ignore a Range (RFC 9110 §14.2). So the next request asks without a range. Only a 204
    // or 205 to a request without a range means that the content is empty.
    case 204, 205:
      if asksForRest { return withoutRange() }
      total = 0
      return .startOver(record: nil)
    default: return .keep
    }
  }

  /// Returns the fields of the whole response, or `nil` if the response's own fields apply.
  package func combined(_ fields: HeaderFields) -> HeaderFields? {
    isCombined ? record?.combined(with: fields, length: total) : nil
  }

  /// Decides about a 206. It continues the stored bytes if three conditions are met. It begins where the stored bytes
  /// end. It is of the same representation. Its whole length is known and unchanged; otherwise its end could not be
  /// distinguished from another interruption.
  private mutating func rest(_ fields: HeaderFields, _ length: Int64?) -> Verdict? {
    guard let record, record.validator.agrees(with: fields, isPart: true), record.agrees(withCodingOf: fields),
      fields["Content-Type"]?.lowercased().hasPrefix("multipart/byteranges") != true,
      case .part(have, let last, let complete)? = fields["Content-Range"].flatMap({ ContentRange($0) }),
      let whole = complete ?? record.length, whole == record.length ?? whole, last < whole,
      length ?? (last - have + 1) == last - have + 1
    else { return nil }
    offset = have
    total = whole
    isCombined = true
    return .append(length: last - have + 1)
  }

  private mutating func nothingMore(_ fields: HeaderFields) -> Verdict? {
    guard let record, record.validator.agrees(with: fields, isPart: !isOfURL), have == record.length ?? have,
      case .unsatisfied(have)? = fields["Content-Range"].flatMap({ ContentRange($0) })
    else { return nil }
    offset = have
    total = have
    isCombined = true
    return .complete
  }

  private mutating func withoutRange() -> Verdict {
    asksForRest = false
    return .askAgain
  }
}

// MARK: - ContentRange

/// The value of `Content-Range`, in bytes (RFC 9110 §14.4).
package enum ContentRange: Equatable {
  /// A value like `bytes 5-9/10`. If the value has `*` instead of the length, `complete` is `nil`.
  case part(first: Int64, last: Int64, complete: Int64?)
  /// A value like `bytes */10`, which comes with a 416.
  case unsatisfied(complete: Int64)

  /// Reads the value of the field. Returns `nil` if the unit is not bytes, if the syntax is wrong, if there are several
  /// values, or if the range contradicts itself.
  package init?(_ value: String) {
    let words = value.split(separator: " ")
    guard words.count == 2, ASCII.equalIgnoringCase(String(words[0]), "bytes") else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let complete = ContentRange.number(halves[1])
    if halves[0] == "*" {
      guard let complete else { return nil }
      self = .unsatisfied(complete: complete)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ContentRange.number(ends[0]), let last = ContentRange.number(ends[1]),
      first <= last, complete.map({ last < $0 }) ?? (halves[1] == "*")
    else { return nil }
    self = .part(first: first, last: last, complete: complete)
  }

  /// Returns a number of 1 to 18 digits. 18 digits leave room for arithmetic and suffice for an exabyte.
  package static func number(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}

// MARK: - StrongValidator

/// A validator that identifies exactly one representation, byte for byte (RFC 9110 §8.8.1). Only a strong validator is
/// allowed in `If-Range`.
package struct StrongValidator: Hashable, Sendable {
  /// The field that contained the validator.
  package enum Source: Sendable {
    case etag
    case lastModified
  }

  package let source: Source
  package let value: String

  /// Takes the validator from the fields of a response. Returns `nil` if they contain no strong validator. If they
  /// contain a weak entity tag, the date is not used either (RFC 9110 §13.1.5).
  package init?(_ fields: HeaderFields) {
    if let tag = fields["ETag"] {
      guard StrongValidator.isStrongTag(tag) else { return nil }
      (source, value) = (.etag, tag)
    } else {
      guard let date = fields["Last-Modified"], StrongValidator.isStrong(date, at: fields["Date"]) else { return nil }
      (source, value) = (.lastModified, date)
    }
  }

  /// Returns true if a response with these fields can be about the same representation. If the response has the same
  /// field as this validator, the values must be equal. A partial response (206) must repeat an entity tag (RFC 9110
  /// §15.3.7). A whole response may omit the entity tag, and any response may omit the date.
  package func agrees(with fields: HeaderFields, isPart: Bool) -> Bool {
    let repeated = fields[source == .etag ? "ETag" : "Last-Modified"]
    return repeated.map { $0 == value } ?? (source == .lastModified || !isPart)
  }

  /// Returns true if a date is strong. A date has a resolution of one second, and content can change twice in a second.
  /// So a date is strong only if the response was made well after it (RFC 9110 §8.8.2.2). The limit is a minute, since
  /// nothing is known about the server's clocks.
  private static func isStrong(_ modified: String, at date: String?) -> Bool {
    guard let changed = HTTPDate.seconds(modified), let date, let answered = HTTPDate.seconds(date) else {
      return false
    }
    return answered - changed >= 60
  }

  /// Returns true for a text in quotes that has no quotes, spaces or control characters inside (RFC 9110 §8.8.3).
  /// Returns false for a weak tag, because it begins with `W/`.
  private static func isStrongTag(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return false }
    return bytes[1..<(bytes.count - 1)].allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
  }
}
