import CMoya
import Glibc
import MoyaCore
import MoyaHTTP
import Synchronization

/// The copy of a `moya_target` that plugins and messages read.
///
/// The class is `@unchecked Sendable` because it is immutable after the call has started, except for `madeSlots`. Hooks
/// make these slots, and the hooks of one call never overlap. The pointers in the slots have their own lock
/// (`PluginSlots`).
final class CSubject: Subject, @unchecked Sendable {
  let name: String
  /// `Fork.generation` (the number of forks) in the process that made the call.
  let generation = Fork.generation
  var tags: Set<String> { Set(labels) }
  private let sample: FixedSample?
  let user: UnsafeMutableRawPointer?
  private let labels: [String]
  /// The name of the target as a text for C. It is made when any thread first uses it, and then stored.
  private let keptName = WriteOnce<BodyBuffer>()
  var nameForC: BodyBuffer? {
    keptName.load() ?? BodyBuffer(name).map { keptName.storeIfNil($0) }
  }
  /// The pointers that plugins store. Empty until a plugin stores one.
  private var madeSlots = Held<PluginSlots>()
  var slots: PluginSlots {
    if let made = madeSlots.object { return made }
    let made = PluginSlots()
    madeSlots.hold(made)
    return made
  }
  var hasValues: Bool { !madeSlots.isEmpty }
  /// Returns the pointer that a plugin has stored. Returns `nil` if it has stored none.
  @inline(__always)
  func slot(at place: Int) -> UnsafeMutableRawPointer? { madeSlots.lend { $0.value(place) } ?? nil }
  /// Returns the pointer that a plugin has stored, and empties its slot.
  func takeSlot(at place: Int) -> UnsafeMutableRawPointer? { madeSlots.lend { $0.take(place) } ?? nil }
  /// The form in which the caller takes the body of the response: one of MOYA_BODY_…. Set before the call starts.
  var responseForm = MOYA_BODY_BYTES
  /// True if the body of the request is a form of several parts. Set before the call starts.
  var sendsForm = false
  /// True if the library does not decode the body of the response. Set before the call starts.
  var isTakenAsSent = false

  init(name: String, labels: [String], sample: FixedSample?, user: UnsafeMutableRawPointer?) {
    self.name = name
    self.labels = labels
    self.sample = sample
    self.user = user
  }

  /// Returns the subject (the target as plugins read it) if it is a `CSubject`, otherwise `nil`. If a C plugin sees a
  /// call, the call's subject is a `CSubject`. Comparing the type is much faster than `as?`.
  static func of(_ subject: any Subject) -> CSubject? {
    type(of: subject) == CSubject.self ? unsafeDowncast(subject, to: CSubject.self) : nil
  }

  /// Does the same as `of`, without retaining the subject. The caller must hold a reference to the subject.
  ///
  /// - Parameter subject: The identity of a subject. If it were the subject itself, a caller that reads it from a
  ///   `HookedCall` would retain it.
  @inline(__always)
  static func lent(_ subject: ObjectIdentifier) -> Unmanaged<CSubject>? {
    guard let address = UnsafeRawPointer(bitPattern: UInt(bitPattern: subject)) else { return nil }
    let isOne = Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { type(of: $0) == CSubject.self }
    return isOne ? .fromOpaque(address) : nil
  }

  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError> {
    // If a target has no sample, its stub fails before this function is called.
    ownSample(for: request) ?? .failure(TransferError(.other, "the target has no sample"))
  }

  func response(to request: URLRequest) -> Response? { sample?.response(to: request.urlText) }

  var hasSample: Bool { sample != nil }

  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>? {
    sample?.answer(to: request)
  }

  @inline(__always)
  func hasTag(_ tag: UnsafePointer<CChar>) -> Bool { !labels.isEmpty && labels.contains { strcmp($0, tag) == 0 } }
}

// MARK: - PluginSlots

/// The pointers that plugins store for one call. Each plugin has one place for a pointer: its slot. The memory is
/// allocated when a plugin first stores a pointer.
///
/// There is a lock, because a plugin that waits may use its slot while the call ends on another thread.
final class PluginSlots: Sendable {
  /// The pointer of each plugin, stored as a number. The library never reads the memory to which it points.
  ///
  /// The numbers are not in an array, because `Array(repeating:)` looks up types at run time.
  private struct Values: @unchecked Sendable {
    var count = 0
    var start: UnsafeMutablePointer<UInt>?

    /// Returns the address of the stored pointer with this index. Returns `nil` if no plugin has stored a pointer yet,
    /// or if the index is out of range.
    @inline(__always)
    func place(_ index: Int) -> UnsafeMutablePointer<UInt>? {
      guard let start, 0..<count ~= index else { return nil }
      return start + index
    }
  }

  private let values = Protected(Values())

  deinit { values.withLock { $0.start?.deallocate() } }

  func value(_ index: Int) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: values.withLock { $0.place(index)?.pointee ?? 0 })
  }

  /// Stores a pointer in a plugin's slot (its place in this object). Returns false if there is no slot with this index,
  /// or if `mayStore` returns false.
  ///
  /// - Parameters:
  ///   - count: The number of plugins, which is the same for all calls.
  ///   - mayStore: Is called under the lock. If it returns false, nothing is stored.
  func set(_ index: Int, of count: Int, _ value: UnsafeMutableRawPointer?, if mayStore: () -> Bool) -> Bool {
    let number = UInt(bitPattern: value)
    return values.withLock { values in
      guard 0..<count ~= index, mayStore() else { return false }
      if values.start == nil {
        let made = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        made.initialize(repeating: 0, count: count)
        (values.start, values.count) = (made, count)
      }
      guard let place = values.place(index) else { return false }
      place.pointee = number
      return true
    }
  }

  /// Empties a slot and returns its value.
  func take(_ index: Int) -> UnsafeMutableRawPointer? {
    let number = values.withLock { values -> UInt in
      guard let place = values.place(index) else { return 0 }
      return exchange(&place.pointee, with: 0)
    }
    return UnsafeMutableRawPointer(bitPattern: number)
  }
}

extension HookedCall {
  /// The pointers that plugins store for the call.
  var slots: PluginSlots? { CSubject.of(slotOwner)?.slots }
  /// The pointer that the plugin has stored. `nil` if it has stored none.
  @inline(__always)
  var storedSlot: UnsafeMutableRawPointer? {
    let place = place
    return CSubject.lent(ObjectIdentifier(slotOwner))?._withUnsafeGuaranteedRef { $0.slot(at: place) }
  }
  /// Returns the pointer that the plugin has stored, and empties its slot.
  func takeSlot() -> UnsafeMutableRawPointer? {
    let place = place
    return CSubject.lent(ObjectIdentifier(slotOwner))?._withUnsafeGuaranteedRef { $0.takeSlot(at: place) }
  }
}
