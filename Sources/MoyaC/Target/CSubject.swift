import CMoya
import Glibc
import MoyaCore
import MoyaHTTP
import Synchronization

/// The copy of a `moya_target` that plugins and messages read.
///
/// The class is `@unchecked Sendable` because it is immutable after the call has started, except for the pointers in
/// `slots`, which have their own lock.
final class CSubject: Subject, @unchecked Sendable {
  let name: String
  /// `Fork.generation` (the number of forks) in the process that made the call.
  let generation = Fork.generation
  // These properties stand here because they fit into the padding after `generation`. So each call that waits for a
  // connection needs 16 bytes less.
  private var responseKind = Int8(MOYA_BODY_BYTES)
  /// True if the body of the request is a form of several parts. Set before the call starts.
  var sendsForm = false
  /// True if the library does not decode the body of the response. Set before the call starts.
  var isTakenAsSent = false
  /// True if the target has connection settings of its own. Set before the call starts.
  var hasOverrides = false
  /// The form in which the caller takes the body of the response: one of MOYA_BODY_…. Set before the call starts.
  var responseForm: Int {
    get { Int(responseKind) }
    set { responseKind = Int8(truncatingIfNeeded: newValue) }
  }
  var tags: Set<String> { Set(labels) }
  private let sample: FixedSample?
  let user: UnsafeMutableRawPointer?
  private let labels: [String]
  /// The name of the target as a text for C. It is made when any thread first uses it, and then stored.
  private let keptName = WriteOnce<BodyBuffer>()
  var nameForC: BodyBuffer? {
    keptName.load() ?? BodyBuffer(name).map { keptName.storeIfNil($0) }
  }
  /// The pointers that plugins store.
  let slots = PluginSlots()
  var hasValues: Bool { !slots.isEmpty }
  /// Returns the pointer that a plugin has stored. Returns `nil` if it has stored none.
  @inline(__always)
  func slot(at place: Int) -> UnsafeMutableRawPointer? { slots.value(place) }
  /// Returns the pointer that a plugin has stored, and empties its slot.
  func takeSlot(at place: Int) -> UnsafeMutableRawPointer? { slots.take(place) }

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
  /// - Parameter subject: The identity of a subject. The parameter is not the subject itself, because a caller that
  ///   reads the subject from a `HookedCall` would retain the subject.
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

/// The pointers that plugins store for one call. Each plugin has one place for a pointer: its slot. The first pointer
/// of a call needs no allocation, and most calls have no other pointer.
///
/// There is a lock, because a plugin that waits may use its slot while the call ends on another thread, and because
/// calls that share a request use the same slots.
struct PluginSlots: ~Copyable {
  /// The pointers, stored as numbers. The library never reads the memory to which they point.
  private struct Values: @unchecked Sendable {
    /// The index of the plugin that has stored the first pointer. −1 if no plugin has stored one.
    private var firstIndex: Int32 = -1
    /// The length of `others`.
    private var count: Int32 = 0
    private var first: UInt = 0
    /// The pointers of the other plugins. `nil` until one of them stores a pointer.
    ///
    /// The numbers are not in an array, because `Array(repeating:)` looks up types at run time.
    private var others: UnsafeMutablePointer<UInt>?

    @inline(__always)
    func value(_ index: Int) -> UInt {
      if index == Int(firstIndex) { return first }
      guard let others, 0..<Int(count) ~= index else { return 0 }
      return others[index]
    }

    @inline(__always)
    mutating func set(_ index: Int, of count: Int, _ value: UInt) -> Bool {
      guard 0..<count ~= index, let number = Int32(exactly: index) else { return false }
      if firstIndex < 0 { firstIndex = number }
      if index == Int(firstIndex) {
        first = value
        return true
      }
      return setOther(index, of: count, value)
    }

    private mutating func setOther(_ index: Int, of count: Int, _ value: UInt) -> Bool {
      if others == nil, let length = Int32(exactly: count) {
        let made = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        made.initialize(repeating: 0, count: count)
        (others, self.count) = (made, length)
      }
      guard let others, index < Int(self.count) else { return false }
      others[index] = value
      return true
    }

    /// Empties a slot and returns its value.
    mutating func take(_ index: Int) -> UInt {
      if index == Int(firstIndex) { return exchange(&first, with: 0) }
      guard let others, 0..<Int(count) ~= index else { return 0 }
      return exchange(&others[index], with: 0)
    }

    func free() { others?.deallocate() }
  }

  private let values = Protected(Values())
  /// True if a plugin has stored a pointer. Any thread may read this without the lock.
  private let hasAny = Atomic<Bool>(false)

  deinit { values.withLock { $0.free() } }

  var isEmpty: Bool { !hasAny.load(ordering: .relaxed) }

  @inline(__always)
  func value(_ index: Int) -> UnsafeMutableRawPointer? {
    isEmpty ? nil : UnsafeMutableRawPointer(bitPattern: values.withLock { $0.value(index) })
  }

  /// Stores a pointer in a plugin's slot. Returns false if there is no slot with this index, or if `mayStore` returns
  /// false.
  ///
  /// - Parameters:
  ///   - count: The number of plugins, which is the same for all calls.
  ///   - mayStore: Is called under the lock. If it returns false, nothing is stored.
  func set(_ index: Int, of count: Int, _ value: UnsafeMutableRawPointer?, if mayStore: () -> Bool) -> Bool {
    let number = UInt(bitPattern: value)
    // `hasAny` is set before `mayStore` takes the lock of the flight (the execution of the call). So if `mayStore`
    // returns true, a thread that ends the call afterwards sees that there is a pointer.
    hasAny.store(true, ordering: .relaxed)
    return values.withLock { mayStore() && $0.set(index, of: count, number) }
  }

  /// Empties a slot and returns its value.
  func take(_ index: Int) -> UnsafeMutableRawPointer? {
    isEmpty ? nil : UnsafeMutableRawPointer(bitPattern: values.withLock { $0.take(index) })
  }
}

extension HookedCall {
  /// The pointer that the plugin has stored. `nil` if it has stored none.
  @inline(__always)
  var storedSlot: UnsafeMutableRawPointer? {
    let place = place
    return CSubject.lent(ObjectIdentifier(slotOwner))?._withUnsafeGuaranteedRef { $0.slot(at: place) }
  }
  /// Stores a pointer for the plugin (see `PluginSlots.set`).
  func setSlot(_ value: UnsafeMutableRawPointer?, if mayStore: () -> Bool) -> Bool {
    let (place, count) = (place, count)
    let owner = CSubject.lent(ObjectIdentifier(slotOwner))
    return owner?._withUnsafeGuaranteedRef { $0.slots.set(place, of: count, value, if: mayStore) } == true
  }
  /// Returns the pointer that the plugin has stored, and empties its slot.
  func takeSlot() -> UnsafeMutableRawPointer? {
    let place = place
    return CSubject.lent(ObjectIdentifier(slotOwner))?._withUnsafeGuaranteedRef { $0.takeSlot(at: place) }
  }
}
