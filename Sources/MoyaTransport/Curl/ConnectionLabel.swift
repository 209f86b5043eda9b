import MoyaHTTP

/// Names a connection of a loop, and never another one: neither the next that gets its number, nor one to another host
/// that has the same port at our end.
struct ConnectionLabel: Hashable {
  let number: Int32
  /// Which of the descriptors that had this number one after the other it is.
  let generation: UInt32
}

/// By what libcurl tells connections apart when a request is about to go out: the port at our end, and the other end.
struct ConnectionEnds {
  let ownPort: Int32
  let peer: TransferRecord.Peer

  func are(_ ownPort: Int32, _ peer: TransferRecord.Peer) -> Bool {
    guard self.ownPort == ownPort else { return false }
    return self.peer === peer || self.peer.port == peer.port && self.peer.address == peer.address
  }
}
