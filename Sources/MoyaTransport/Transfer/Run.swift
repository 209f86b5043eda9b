import MoyaHTTP

extension Transfer {
  /// What is known of a request while libcurl runs it. Each redirect and each resend by this library begins a new run.
  struct Run {
    /// True if the method is HEAD.
    var asksForHead = false
    /// True if the request needs HTTP/1.1 although other requests to its host may use HTTP/2. Then its connection
    /// serves only such requests. Otherwise libcurl would use this connection for the other requests too.
    var leavesHTTP2 = false
    var link = Link.connecting()
    /// True if a connection was opened for the request.
    var hasConnected = false
    var rounds = Rounds()
    /// The kind of address to which an `AddressGuard` forbade a connection. `nil` if none was forbidden.
    var refusedAddress: AddressKind?
    var unanswered = Sends.none
    var sending = Sending.flows
    var receiving = Receiving.flows
    /// True if the upload has paused at the end of the body, to let the loop end the request first.
    var hasPausedAtEnd = false
    /// The last step that was reported; `nil` before the first step. After the head of the response, this is `receive`,
    /// even if that step was not reported.
    var step: TransferStep.Kind?
    /// The value of `moya_curl_sent_time` just before this request is sent. The value grows when the request has been
    /// sent.
    var sentBefore: Int64 = 0
    /// The response of a server that reset the connection while the body was being sent.
    var unread: UnreadAnswer?
    /// The time at which the first line of the response arrived.
    var firstAnswer: UInt64 = 0
    /// True if the response is an authentication challenge (401 or 407), and the observer has not received its head
    /// yet. libcurl may be about to send the request again with the credential. If libcurl does this, it does not pass
    /// on the body of the challenge. So if libcurl passes on a body, this response is final, and the observer receives
    /// the head first.
    var owesHead = false
    /// True if the transfer does not wait for the end of an unused body (`Incoming.isBodyUnused`). The transfer closes
    /// the connection or the stream.
    var isCutShort = false
  }

  /// The connection for the request.
  enum Link {
    /// The request has no connection on which it could be sent. Either no connection is open yet, or the connection has
    /// ended.
    ///
    /// - `isNew` is true if a connection was opened for the request.
    /// - `handshakes` is the number of TLS handshakes begun for the connection, with a proxy or with the origin.
    case connecting(isNew: Bool = false, handshakes: Int = 0)
    /// The request is sent on a connection. `arrivedBefore` is the number of TLS bytes that arrived on the connection
    /// before the request was sent. It is `nil` if all of these bytes had been read, or if the response has begun.
    case ready(arrivedBefore: UInt64?)
  }

  /// How often the request was sent without a response.
  enum Sends {
    case none
    case once
    case twice
    /// libcurl wanted to send the request again but was not allowed to.
    case heldBack
  }

  /// What libcurl does with the response.
  enum Receiving {
    /// libcurl passes on what arrives.
    case flows
    /// libcurl was told to pause the transfer.
    case held
    /// libcurl has ended the transfer without an error. The rest of the response is still to be decoded.
    case ended
  }

  /// What libcurl does with the request's body.
  enum Sending {
    /// libcurl asks for the next piece.
    case flows
    /// The body had nothing to send yet. libcurl asks for more when the transfer is resumed.
    case lacksBody
    /// libcurl may read more of the body only after the loop has run work that was submitted while libcurl ran.
    case givesWay
  }
}
