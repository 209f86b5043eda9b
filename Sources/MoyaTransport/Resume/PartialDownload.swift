import MoyaHTTP

/// A download that may go on where an earlier one was interrupted: drives a `Resumption` with a `PartialFile`.
final class PartialDownload {
  let file: PartialFile
  private var resumption: Resumption
  /// The last answer's body belongs into the file.
  private var isContent = false
  /// Bytes of it, by its Content-Range; `nil`: as it is framed.
  private var expected: Int64?

  /// `nil`: such a download was not asked for, or the request does not allow it.
  init?(_ options: TransferOptions, _ request: URLRequest) throws(TransferError) {
    guard options.downloadPath != nil, let path = options.partialDownloadPath, Resumption.isPossible(request) else {
      return nil
    }
    file = try PartialFile(path)
    resumption = Resumption(request, have: file.count, record: file.record)
  }

  /// Where the bytes of the last answer begin in the whole.
  var offset: Int64 { resumption.offset }
  /// Bytes of the whole; −1: unknown.
  var total: Int64 { resumption.total }

  func ask(_ request: inout URLRequest) { resumption.ask(&request) }

  /// What the answer means. When it begins a new download, the file is ready for it.
  func receive(_ head: HeaderCollector) throws(TransferError) -> Resumption.Verdict {
    let length = head.isChunked || head.contentLength < 0 ? nil : head.contentLength
    let verdict = resumption.receive(status: head.statusCode, fields: head.fields, length: length)
    expected = nil
    isContent = true
    switch verdict {
    case .startOver(let record): try file.startOver(record)
    case .append(let length): expected = length
    case .complete: break
    case .keep, .askAgain, .violation: isContent = false
    }
    return verdict
  }

  /// Would so many bytes be more than the answer's range has room for?
  func overflows(_ received: Int64) -> Bool { expected.map { received > $0 } ?? false }

  /// The whole is there, after so many bytes of the answer. Throws `.incompleteBody`, or `.file`.
  func verify(_ received: Int64, _ peer: String) throws(TransferError) {
    if let expected, received < expected || offset + expected < total {
      throw Violation.incomplete(peer, offset + received, total)
    }
    if isContent, total >= 0, file.count != total {
      throw PartialFile.failure(file.path, "somebody else has changed it")
    }
  }

  /// The whole's head in place of the last part's (RFC 9110 §15.3.7.3).
  func whole(_ head: HTTPURLResponse) -> HTTPURLResponse {
    guard let fields = resumption.combined(head.headerFields) else { return head }
    return HTTPURLResponse(urlText: head.urlText, statusCode: 200, fields: fields)
  }
}
