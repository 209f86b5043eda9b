import CLinux
import Glibc
import MoyaHTTP

/// The connections by their labels: which one has a number, or lies between two ends.
extension Poller {
  /// The connection of that number; nil: it is none, or closed.
  func connection(_ socket: Int32) -> OwnSocket? {
    guard entries.indices.contains(Int(socket)), case .connection(let own) = entries[Int(socket)].owner, own.isOpen
    else { return nil }
    return own
  }

  /// The connection of this label; `nil`: it has been closed.
  func connection(_ label: ConnectionLabel) -> OwnSocket? {
    guard entries.indices.contains(Int(label.number)), entries[Int(label.number)].generation == label.generation,
      case .connection(let own) = entries[Int(label.number)].owner
    else { return nil }
    return own
  }

  /// The label of the connection that has this number now; `nil`: there is none.
  func label(_ socket: Int32) -> ConnectionLabel? {
    guard entries.indices.contains(Int(socket)), case .connection = entries[Int(socket)].owner else { return nil }
    return ConnectionLabel(number: socket, generation: entries[Int(socket)].generation)
  }

  /// The connection between these ends; `nil`: libcurl has told them of none that is open.
  func label(between ownPort: Int32, _ peer: TransferRecord.Peer) -> ConnectionLabel? {
    let hint = Int(ownPort & 255)
    if let label = label(between: ownPort, peer, at: hints[hint]) { return label }
    for index in ends.indices {
      guard let label = label(between: ownPort, peer, at: index) else { continue }
      hints[hint] = index
      return label
    }
    return nil
  }

  private func label(between ownPort: Int32, _ peer: TransferRecord.Peer, at index: Int) -> ConnectionLabel? {
    guard index < ends.count, let (ends, generation) = ends[index], ends.are(ownPort, peer),
      entries[index].generation == generation
    else { return nil }
    return ConnectionLabel(number: Int32(index), generation: generation)
  }

  /// The ends of a connection, on which a request is about to go out for the first time.
  func note(_ ends: ConnectionEnds, of label: ConnectionLabel) {
    let index = Int(label.number)
    while self.ends.count <= index { self.ends.append(nil) }
    self.ends[index] = (ends, label.generation)
  }

  /// libcurl does not wait for anything on it.
  func isIdle(_ label: ConnectionLabel) -> Bool { connection(label) != nil && entries[Int(label.number)].isIdle }

  /// Has anything arrived on a connection for which libcurl does not wait?
  var hasDisturbedIdle: Bool {
    entries.contains { entry in
      guard entry.isIdle, case .connection(let own) = entry.owner else { return false }
      return own.isDisturbed
    }
  }

  /// A transfer on the connection is paused, or no longer: what arrives meanwhile wakes no loop.
  func hold(_ label: ConnectionLabel, _ isHeld: Bool) {
    guard connection(label) != nil else { return }
    withEntry(label.number) { entry in
      entry.holds = max(0, entry.holds + (isHeld ? 1 : -1))
      noteChange(label.number, &entry)
    }
  }

  /// Ends the connection, so that libcurl does not use it again. False: there is none.
  @discardableResult
  func shutDown(_ label: ConnectionLabel) -> Bool {
    guard let own = connection(label), own.isOpen else { return false }
    return shutdown(own.number, Int32(SHUT_RDWR)) == 0
  }
}
