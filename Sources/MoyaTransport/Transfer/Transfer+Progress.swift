import CClock
import MoyaHTTP

/// How far a transfer is, as its observer is told, and whether libcurl gets anywhere with it.
extension Transfer {
  var reportsUpload: Bool { options.wantsProgress && body.length != 0 }

  /// libcurl has run the transfer once more. False: libcurl must end it, or this call of libcurl would not return.
  func goesOn(sent: Int64) -> Bool {
    if isConnecting { return rounds.addByte() }
    if reportsUpload { reportUpload(sent) }
    return withReactor { reactor in
      if connection == nil || reactor.multi.flooded != connection {
        if rounds.add(to: reactor.multi.calls) { return true }
        // Shut down now: otherwise each other stream of the connection would be kept in this loop as long.
        reactor.multi.flooded = connection
        if let connection { reactor.poller.shutDown(connection) }
      }
      return fail(Violation("it sends without end, and no answer").error(origin.hostAndPort))
    }
  }

  /// - Parameter sent: with the framing of chunks, where the body is sent in those.
  private func reportUpload(_ sent: Int64) {
    let sent = body.length < 0 ? body.count : sent
    guard sent != reported.up, sent > 0 else { return }
    clock.noteActivity(at: now)
    reported.up = sent
    observer?.transferDidProgress(
      TransferProgress(completedUnitCount: sent, totalUnitCount: body.length, direction: .upload))
    moya_clock_refresh()
  }

  func reportDownload(_ progress: TransferProgress) {
    guard progress.completedUnitCount != reported.down, progress.completedUnitCount > 0 else { return }
    reported.down = progress.completedUnitCount
    observer?.transferDidProgress(progress)
  }

  /// Makes the last report say that everything was moved, even where libcurl made no such report.
  func finishProgress(_ progress: TransferProgress) {
    if reportsUpload { reportUpload(body.length) }
    reportDownload(progress)
  }
}
