import MoyaHTTP

/// How a download goes on where it was interrupted: what to ask for, and what an answer means for the bytes at hand
/// (RFC 9110 §13.1.5, §14 and §15.3.7). No I/O.
package struct Resumption {
  package enum Verdict: Equatable {
    /// The whole content follows, and the bytes at hand are void. `record` is to lie beside the new ones; `nil`: they
    /// cannot be continued.
    case startOver(record: PartialRecord?)
    /// `length` bytes follow, which belong behind those at hand.
    case append(length: Int64)
    /// Nothing is missing; the answer's body is ignored.
    case complete
    /// An answer like any other, which says nothing about the bytes at hand.
    case keep
    /// The answer is of no use: the next request asks for everything.
    case askAgain
    /// The server broke HTTP, which the text says how.
    case violation(String)
  }

  private let urlText: String
  private let record: PartialRecord?
  /// The bytes at hand are of this very URL, and not of one with another query.
  private let isOfURL: Bool
  /// Bytes at hand when the transfer began.
  private let have: Int64
  /// The request names a range.
  private var asksForRest: Bool
  /// Where the bytes of the last answer begin in the whole.
  package private(set) var offset: Int64 = 0
  /// Bytes of the whole; −1: unknown.
  package private(set) var total: Int64 = -1
  /// The whole is put together from several answers.
  private var isCombined = false

  /// - Parameter record: what lies beside the bytes at hand.
  package init(_ request: URLRequest, have: Int64, record: PartialRecord?) {
    let url = URLReference(request.urlText).removingUserInformation().text
    urlText = url
    self.have = have
    isOfURL = record?.urlText.hasBytes(of: urlText) == true
    // Another query may mean the same content, as a signature that is made anew does: the entity tag tells.
    let isSame = record.map { $0.validator.source == .etag && $0.isOfPath(of: url) } == true
    self.record = (isOfURL || isSame) && have > 0 && have <= record?.length ?? have ? record : nil
    asksForRest = self.record != nil
  }

  /// Ranges are for GET (RFC 9110 §14.2), a body could choose the content, and a caller's own range is the caller's.
  package static func isPossible(_ request: URLRequest) -> Bool {
    guard request.httpMethod == "GET", case .none = request.body else { return false }
    return !request.headerFields.contains("Range") && !request.headerFields.contains("If-Range")
  }

  /// Offsets count bytes of one representation: no coding, which could differ from one answer to the next.
  package func ask(_ request: inout URLRequest) {
    request.headerFields.set("Accept-Encoding", to: "identity")
    request.headerFields.set("Range", to: asksForRest ? "bytes=\(have)-" : nil)
    request.headerFields.set("If-Range", to: asksForRest ? record?.validator.value : nil)
  }

  /// - Parameter length: of the answer's body; `nil`: not announced.
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
    // Neither the rest nor the content, of which the server has some by its validator: RFC 9110 §14.2 lets it ignore a
    // Range, so that only its answer to a request without one counts.
    case 204, 205:
      if asksForRest { return withoutRange() }
      total = 0
      return .startOver(record: nil)
    default: return .keep
    }
  }

  /// The fields of the whole; `nil`: the answer's own.
  package func combined(_ fields: HeaderFields) -> HeaderFields? {
    isCombined ? record?.combined(with: fields, length: total) : nil
  }

  /// A 206 is used when it begins where our bytes end, is of the same representation, and the whole's length is known
  /// and the same as before: only then can the end be told from another interruption.
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
  /// `bytes 5-9/10`; without a complete length for `*`.
  case part(first: Int64, last: Int64, complete: Int64?)
  /// `bytes */10`, as a 416 says it.
  case unsatisfied(complete: Int64)

  /// `nil`: another unit, broken grammar, several values, or a range that contradicts itself.
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

  /// Digits only. Eighteen leave room for arithmetic, and an exabyte.
  package static func number(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}

// MARK: - StrongValidator

/// What tells one representation from every other, to the byte (RFC 9110 §8.8.1). Only such a one may stand in
/// `If-Range`.
package struct StrongValidator: Hashable, Sendable {
  /// The field it came in.
  package enum Source: Sendable {
    case etag
    case lastModified
  }

  package let source: Source
  package let value: String

  /// `nil`: there is none. An entity tag that is weak rules the date out too (RFC 9110 §13.1.5).
  package init?(_ fields: HeaderFields) {
    if let tag = fields["ETag"] {
      guard StrongValidator.isStrongTag(tag) else { return nil }
      (source, value) = (.etag, tag)
    } else {
      guard let date = fields["Last-Modified"], StrongValidator.isStrong(date, at: fields["Date"]) else { return nil }
      (source, value) = (.lastModified, date)
    }
  }

  /// May an answer with these fields be about the same representation? A part has to repeat an entity tag
  /// (RFC 9110 §15.3.7); other answers, and a date, need not be repeated.
  package func agrees(with fields: HeaderFields, isPart: Bool) -> Bool {
    let repeated = fields[source == .etag ? "ETag" : "Last-Modified"]
    return repeated.map { $0 == value } ?? (source == .lastModified || !isPart)
  }

  /// A date has seconds, and content can change twice in one: it is strong when the answer was made well after it
  /// (RFC 9110 §8.8.2.2). A minute, since nothing is known of the server's clocks.
  private static func isStrong(_ modified: String, at date: String?) -> Bool {
    guard let changed = HTTPDate.seconds(modified), let answered = date.flatMap(HTTPDate.seconds) else { return false }
    return answered - changed >= 60
  }

  /// RFC 9110 §8.8.3: quotes around anything but quotes, spaces and controls. A weak one begins with `W/`.
  private static func isStrongTag(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return false }
    return bytes[1..<(bytes.count - 1)].allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
  }
}
