import MoyaHTTP

/// A download that may go on where an earlier one was interrupted: drives a `Resumption` with a `PartialFile`.
final class PartialDownload {
  let file: PartialFile
  private var resumption: Resumption
  /// What the last answer means.
  private var verdict = Resumption.Verdict.keep

  /// `nil`: the options name no partial file, or a request of this kind cannot be continued.
  init?(_ options: TransferOptions, _ request: URLRequest) throws(TransferError) {
    guard options.downloadPath != nil, let path = options.partialDownloadPath, Resumption.isPossible(request) else {
      return nil
    }
    file = try PartialFile(path)
    resumption = Resumption(request, have: file.count, record: file.record)
  }

  /// Where the bytes of the last answer begin in the whole file.
  var offset: Int64 { resumption.offset }
  /// The size of the whole file in bytes; −1: unknown.
  var total: Int64 { resumption.total }

  func ask(_ request: inout URLRequest) { resumption.ask(&request) }

  /// Says what the answer means. When the answer starts the download over, the file has been emptied for it.
  func receive(_ head: borrowing HeaderCollector) throws(TransferError) -> Resumption.Verdict {
    let length = head.isChunked || head.contentLength < 0 ? nil : head.contentLength
    verdict = resumption.receive(status: head.statusCode, fields: head.fields, length: length)
    if case .startOver(let record) = verdict { try file.startOver(record) }
    return verdict
  }

  /// How many bytes the Content-Range of the last answer announces; `nil`: it has none, and its framing decides.
  private var expected: Int64? { if case .append(let length) = verdict { length } else { nil } }

  /// Are so many bytes of the answer more than its Content-Range announced?
  func overflows(_ received: Int64) -> Bool { expected.map { received > $0 } ?? false }

  /// Checks that the file is complete, `received` bytes of the last answer included. Throws `.incompleteBody`, or
  /// `.file` when the file's size is not what was written.
  func verify(_ received: Int64, _ peer: String) throws(TransferError) {
    if let expected, received < expected || offset + expected < total {
      throw Violation.incomplete(peer, offset + received, total)
    }
    switch verdict {
    case .startOver, .append, .complete:
      if total >= 0, file.count != total { throw PartialFile.failure(file.path, "another program has changed it") }
    case .keep, .askAgain, .violation: break
    }
  }

  /// The head of the whole answer, 200, made of the heads of its parts (RFC 9110 §15.3.7.3).
  func whole(_ head: HTTPURLResponse) -> HTTPURLResponse {
    guard let fields = resumption.combined(head.headerFields) else { return head }
    return head.with(statusCode: 200, fields: fields)
  }
}
