import MoyaCore
import Synchronization

/// Texts that were handed out, and live as long as their owner. Asking for the same again gives the same text; two
/// threads that ask at the same moment may each get one, and both stay valid.
///
/// A list that only grows, in front, and so needs no lock. A struct, since its owner (`ResponseParts`) is an object already.
struct ResponseTexts: ~Copyable, Sendable {
  /// What a text was handed out for.
  enum Asked: Equatable {
    case url
    case file
    case remoteAddress
    case redirect(Int)
    /// The values of several fields of this name, joined: its bytes, in lower case where they are of ASCII.
    case header([UInt8])
  }

  /// Unchecked: `next` is set before the entry is shared.
  private final class Entry: @unchecked Sendable {
    let asked: Asked
    let text: BodyBuffer
    /// The address of the entry behind it; 0: there is none.
    var next: UInt = 0

    init(_ asked: Asked, _ text: BodyBuffer) {
      self.asked = asked
      self.text = text
    }
  }

  /// The address of the first entry, each of which is held by the list.
  private let first = Atomic<UInt>(0)

  func find(_ asked: Asked) -> BodyBuffer? {
    var address = first.load(ordering: .acquiring)
    while let entry = ResponseTexts.entry(address) {
      if let text = entry._withUnsafeGuaranteedRef({ $0.asked == asked ? $0.text : nil }) { return text }
      address = entry._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  func add(_ text: BodyBuffer, as asked: Asked) {
    let entry = Entry(asked, text)
    let address = UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque())
    var (isDone, known) = (false, first.load(ordering: .relaxed))
    while !isDone {
      entry.next = known
      (isDone, known) = first.weakCompareExchange(expected: known, desired: address, ordering: .releasing)
    }
  }

  deinit {
    var address = first.load(ordering: .acquiring)
    while let entry = ResponseTexts.entry(address) {
      address = entry._withUnsafeGuaranteedRef { $0.next }
      entry.release()
    }
  }

  private static func entry(_ address: UInt) -> Unmanaged<Entry>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
