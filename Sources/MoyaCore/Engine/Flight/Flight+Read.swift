import FoundationEssentials

/// A response that the order's reader takes as it comes.
extension Flight {
  func read(_ head: HTTPURLResponse, of attempt: Int) -> BodyDestination {
    guard let reader = order.reader, order.validation.accepts(head.statusCode) else { return .response }
    let isFirst = locked.withLock { locked in
      guard locked.isOut(attempt), !locked.machine.isStopped, !locked.isRead else { return false }
      locked.isRead = true
      return true
    }
    guard isFirst else { return .response }
    isRepeatable = false
    reader.receive(head)
    return .observer
  }

  func read(_ body: UnsafeRawBufferPointer, of attempt: Int) -> BodyFlow {
    guard let reader = order.reader, locked.withLock({ $0.isOut(attempt) && !$0.machine.isStopped }) else {
      return .more
    }
    return reader.receive(body)
  }

  /// Gives the reader what the backend brings as a whole, at its end.
  func readWhole(_ response: TransferResponse, of attempt: Int) -> TransferResponse {
    let head =
      response.response
      ?? HTTPURLResponse(urlText: request?.urlText ?? "", statusCode: response.statusCode, fields: HeaderFields())
    guard case .observer = read(head, of: attempt) else { return response }
    var rest = response
    rest.content = .data(Data())
    response.body.withUnsafeBytes { if !$0.isEmpty { _ = read($0, of: attempt) } }
    return rest
  }

  /// Ends a pause of the reader, also one for which the backend has not handed over its transfer yet.
  func resumeReading() {
    let transfer = locked.withLock { locked in
      locked.isResumed = locked.transfer == nil
      return locked.transfer
    }
    (transfer as? any Resumable)?.resume()
  }
}
