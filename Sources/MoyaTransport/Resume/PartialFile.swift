import Glibc
import MoyaHTTP

/// The file that stores the bytes of an interrupted download. The record of these bytes (`PartialRecord`) is in a
/// second file, `<path>.resume`. The first file is locked, so that no two downloads write it, in this process or
/// another.
///
/// The class is `@unchecked Sendable` because it has one owner at a time: its transfer, and after the transfer's end
/// the owner of the response.
final class PartialFile: BodyFile, @unchecked Sendable {
  let path: String
  private let recordPath: String
  private(set) var descriptor: Int32
  let limit = FileLimit.now

  /// Opens or creates the file. Never follows a symbolic link in the last part of the path.
  init(_ path: String) throws(TransferError) {
    self.path = path
    recordPath = path + ".resume"
    descriptor = try PartialFile.openLocked(path)
  }

  deinit { release() }

  /// The number of bytes in the file.
  var count: Int64 { PartialFile.status(descriptor).map { Int64($0.st_size) } ?? 0 }

  /// The record; `nil` if none can be read. A file of 64 KB or more is not a record of this library.
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

  /// Empties the file and writes a new record. A record never exists together with bytes that do not belong to it.
  func startOver(_ record: PartialRecord?) throws(TransferError) {
    unlink(recordPath)
    while ftruncate(descriptor, 0) != 0 {
      if errno != EINTR { throw PartialFile.failure(path, ErrorNumber.text(errno)) }
    }
    if let record { try write(record) }
  }

  /// Returns the path of the complete file, which stays open and locked. Some file systems report lost bytes only when
  /// a descriptor is closed. So this function closes a copy of the descriptor, and throws if that fails.
  func finish() throws(TransferError) -> String {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if copy < 0 || close(copy) != 0 { throw PartialFile.failure(path, ErrorNumber.text(errno)) }
    return path
  }

  /// Does nothing, so that the received bytes remain for the next attempt.
  func abandon() {}

  /// Unlocks and closes the file. Removes it if it is empty.
  func release() {
    if descriptor >= 0, count == 0, PartialFile.isStill(descriptor, at: path) {
      unlink(recordPath)
      unlink(path)
    }
    unlock()
  }

  private func unlock() {
    guard descriptor >= 0 else { return }
    // If a child process was forked while the file was open, the child shares the descriptor's lock. Then closing the
    // descriptor here does not release the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  /// Writes the record to a temporary file first, so that a record is complete or missing. Only the owner of the file
  /// may read it, because a URL may contain a secret.
  private func write(_ record: PartialRecord) throws(TransferError) {
    let newPath = recordPath + ".new"
    unlink(newPath)
    let file = Descriptor.spare(open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    guard file >= 0 else { throw PartialFile.failure(newPath, ErrorNumber.text(errno)) }
    var text = record.text
    var error = text.withUTF8 { PartialFile.write(UnsafeRawBufferPointer($0), to: file, limit, at: newPath) }
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
      // Without O_NONBLOCK, a pipe at this path would block the loop.
      let file = Descriptor.spare(
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666))
      if file < 0 { throw failure(path, errno == ELOOP ? "it is a symbolic link" : ErrorNumber.text(errno)) }
      var fault: TransferError?
      if status(file).map({ $0.st_mode & S_IFMT }) != S_IFREG {
        fault = failure(path, "it is not a file")
      } else if flock(file, LOCK_EX | LOCK_NB) != 0 {
        fault = failure(path, errno == EWOULDBLOCK ? "another download is writing it" : ErrorNumber.text(errno))
      } else if isStill(file, at: path) {
        return file
      }
      // If `fault` is `nil`, another download moved the file away after this code had opened it and before this code
      // had locked it. So this code opens the path again.
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
    // Removes the record, but not the file at `path`. The complete file was moved to its destination, which may be the
    // same path.
    if descriptor >= 0 { unlink(recordPath) }
    unlock()
  }
}

// MARK: - PartialDownload

/// A download that may continue an interrupted one. A `Resumption` decides how it continues, and a `PartialFile` stores
/// the bytes.
final class PartialDownload {
  let file: PartialFile
  private var resumption: Resumption
  /// What the last response means for the stored bytes.
  private var verdict = Resumption.Verdict.keep

  /// Opens the partial file that the options name, and locks it. Returns `nil` if the options name no partial file, or
  /// if a request of this kind cannot be resumed.
  init?(_ options: TransferOptions, _ request: URLRequest) throws(TransferError) {
    guard options.downloadPath != nil, let path = options.partialDownloadPath, Resumption.isPossible(request) else {
      return nil
    }
    file = try PartialFile(path)
    resumption = Resumption(request, have: file.count, record: file.record)
  }

  /// The offset of the last response's bytes in the whole file.
  var offset: Int64 { resumption.offset }
  /// The size of the whole file in bytes; −1 if unknown.
  var total: Int64 { resumption.total }

  func ask(_ request: inout URLRequest) { resumption.ask(&request) }

  /// Returns what the response means for the stored bytes. If the download must start over, empties the file.
  func receive(_ head: borrowing HeaderCollector) throws(TransferError) -> Resumption.Verdict {
    let length = head.isChunked || head.contentLength < 0 ? nil : head.contentLength
    verdict = resumption.receive(status: head.statusCode, fields: head.fields, length: length)
    if case .startOver(let record) = verdict { try file.startOver(record) }
    return verdict
  }

  /// The number of bytes that the last response's Content-Range announces. `nil` if the response does not continue the
  /// stored bytes. Then the framing of the response decides where the bytes end.
  private var expected: Int64? { if case .append(let length) = verdict { length } else { nil } }

  /// Returns true if `received`, a number of bytes, is larger than the number that the Content-Range announced.
  func overflows(_ received: Int64) -> Bool { expected.map { received > $0 } ?? false }

  /// Checks that the file is complete. `received` is the number of bytes that the last response added. Throws
  /// `.incompleteBody` if bytes are missing, or `.file` if another program has changed the file's size.
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

  /// Returns the head of the whole response, with status 200, combined from the heads of its parts (RFC 9110
  /// §15.3.7.3).
  func whole(_ head: HTTPURLResponse) -> HTTPURLResponse {
    guard let fields = resumption.combined(head.headerFields) else { return head }
    return head.with(statusCode: 200, fields: fields)
  }
}
