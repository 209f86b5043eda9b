import Glibc
import MoyaHTTP

/// The file in which the bytes of an interrupted download wait, and beside it `<path>.resume`, its record. Locked: no
/// two downloads write one file, in this process or any other.
///
/// Unchecked: one owner at a time uses it, its transfer; and after the transfer's end the owner of the answer.
final class PartialFile: BodyFile, @unchecked Sendable {
  let path: String
  private let recordPath: String
  private(set) var descriptor: Int32

  /// Opens or creates the file; never follows a link at its end.
  init(_ path: String) throws(TransferError) {
    self.path = path
    recordPath = path + ".resume"
    descriptor = try PartialFile.openLocked(path)
  }

  deinit { release() }

  /// Bytes in the file.
  var count: Int64 { PartialFile.status(descriptor).map { Int64($0.st_size) } ?? 0 }

  /// The record beside the file; `nil`: none can be read. One of more than 64 KB was not written here.
  var record: PartialRecord? {
    let file = open(recordPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var used = 0
    while used < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + used }, $0.count - used) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count == 0 ? PartialRecord(text: String(decoding: bytes[..<used], as: UTF8.self)) : nil }
      used += count
    }
    return nil
  }

  /// Empties the file, and puts a new record beside it. At no time does a record lie beside bytes that are not its own.
  func startOver(_ record: PartialRecord?) throws(TransferError) {
    unlink(recordPath)
    while ftruncate(descriptor, 0) != 0 {
      if errno != EINTR { throw PartialFile.failure(path, ErrorNumber.text(errno)) }
    }
    if let record { try write(record) }
  }

  /// Some file systems tell only when a file is closed that bytes are lost.
  func finish() throws(TransferError) -> String {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy < 0 || close(copy) != 0 { throw PartialFile.failure(path, ErrorNumber.text(errno)) }
    return path
  }

  /// Does nothing: the bytes that arrived stay for the next attempt.
  func abandon() {}

  /// Unlocks and closes. An empty file is not left behind.
  func release() {
    if descriptor >= 0, count == 0, PartialFile.isStill(descriptor, at: path) {
      unlink(recordPath)
      unlink(path)
    }
    unlock()
  }

  private func unlock() {
    guard descriptor >= 0 else { return }
    // A child process that was forked meanwhile has the descriptor too, and with it the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  /// Writes under another name first, so that a record is whole or not there. Readable by the owner only, since a URL
  /// may hold a secret.
  private func write(_ record: PartialRecord) throws(TransferError) {
    let newPath = recordPath + ".new"
    unlink(newPath)
    let file = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw PartialFile.failure(newPath, ErrorNumber.text(errno)) }
    var text = record.text
    var error = text.withUTF8 { PartialFile.write(UnsafeRawBufferPointer($0), to: file, at: newPath) }
    if close(file) != 0 || error == nil && rename(newPath, recordPath) != 0 {
      error = error ?? PartialFile.failure(recordPath, ErrorNumber.text(errno))
    }
    if let error {
      unlink(newPath)
      throw error
    }
  }

  private static func openLocked(_ path: String) throws(TransferError) -> Int32 {
    if path.utf8.contains(0) { throw failure("the partial download's path", "it contains a NUL") }
    for _ in 0..<16 {
      // Without O_NONBLOCK a pipe of that name would stop the loop.
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
      if file < 0 { throw failure(path, errno == ELOOP ? "it is a symbolic link" : ErrorNumber.text(errno)) }
      var fault: TransferError?
      if status(file).map({ $0.st_mode & S_IFMT }) != S_IFREG {
        fault = failure(path, "it is not a file")
      } else if flock(file, LOCK_EX | LOCK_NB) != 0 {
        fault = failure(path, errno == EWOULDBLOCK ? "another download is writing it" : ErrorNumber.text(errno))
      } else if isStill(file, at: path) {
        return file
      }
      // No fault: between our opening and our lock another download ended and moved the file away.
      close(file)
      if let fault { throw fault }
    }
    throw failure(path, "other downloads keep moving it away")
  }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var named = stat()
    guard let ours = status(file), lstat(path, &named) == 0 else { return false }
    return ours.st_dev == named.st_dev && ours.st_ino == named.st_ino
  }

  private static func status(_ file: Int32) -> stat? {
    var status = stat()
    return fstat(file, &status) == 0 ? status : nil
  }
}

extension PartialFile: DownloadHold {
  func release(keepsFile: Bool) {
    if keepsFile { return release() }
    // The file was moved to its destination, which may be this very path.
    if descriptor >= 0 { unlink(recordPath) }
    unlock()
  }
}

// MARK: - PartialDownload

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
