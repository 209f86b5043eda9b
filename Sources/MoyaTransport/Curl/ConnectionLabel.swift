import MoyaHTTP

/// Names a connection of a loop, and never another one: neither the next that gets its number, nor one to another host
/// that has the same port at our end.
struct ConnectionLabel: Hashable {
  let number: Int32
  /// Which of the descriptors that had this number one after the other it is.
  let generation: UInt32
}

/// By what libcurl tells connections apart when a request is about to go out: the port at our end, and the other end.
struct ConnectionEnds: Equatable {
  let ownPort: Int32
  let peer: TransferRecord.Peer

  static func == (one: ConnectionEnds, other: ConnectionEnds) -> Bool {
    guard one.ownPort == other.ownPort else { return false }
    return one.peer === other.peer || one.peer.port == other.peer.port && one.peer.address == other.peer.address
  }
}
