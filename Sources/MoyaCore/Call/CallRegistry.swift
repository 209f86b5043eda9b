/// The calls that are under way, for cancelling all of them.
///
/// Each holds the next, so that a stub, which is under way for a microsecond, costs neither memory nor a hash here.
package final class CallRegistry: Sendable {
  private let list = Protected(List())

  private struct List: @unchecked Sendable {
    var first: Call?
    var count = 0
  }

  /// A call's place in the list; read and written under the list's lock.
  struct Links {
    var next: Call?
    // The previous call holds this one, and so exists as long as this one is in the list.
    unowned(unsafe) var previous: Call?
    var isListed = false
  }

  package init() {}

  package var count: Int { list.withLock { $0.count } }

  /// To be called once for a call.
  func insert(_ call: Call) {
    list.withLock { list in
      list.first?.links.previous = call
      call.links = Links(next: list.first.take(), isListed: true)
      list.first = call
      list.count += 1
    }
  }

  func remove(_ call: Call) {
    list.withLock { list in
      let links = call.links
      guard links.isListed else { return }
      call.links = Links()
      links.next?.links.previous = links.previous
      if let previous = links.previous { previous.links.next = links.next } else { list.first = links.next }
      list.count -= 1
    }
  }

  /// Each completes as cancelled, once.
  package func abandonAll() {
    let calls = list.withLock { list in Array(sequence(first: list.first) { $0?.links.next }).compactMap { $0 } }
    for call in calls { call.abandon() }
  }
}
