import CMoya
import Glibc
import MoyaCore

/// The texts and the lists of fields that a plugin has read through one context. If the plugin asks for a text again,
/// it gets the same text.
///
/// This value is in the memory of a context's slot (`ContextSlot.room`), after the place for a short URL. The rest of
/// the memory contains the texts, so most texts need no allocation. A text stays where it is until the context ends or
/// passes to the next plugin, even if its source has changed.
struct HookTexts {
  /// The part of a call that a text contains.
  enum Asked: Int {
    case targetName
    case method, requestBody
    case errorMessage, remoteAddress, responseURL, responseBody

    fileprivate static var count: Int { responseBody.rawValue + 1 }
  }

  /// The text of each part. `{NULL, 0}` if the plugin has not read it, or if the part has changed since.
  private let known: UnsafeMutablePointer<moya_str>
  private(set) var requestFields: FieldList?
  private(set) var responseFields: FieldList?
  /// The free memory of the room.
  private var free: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  /// The bytes at the beginning of a room for a short URL.
  static let urlSize = 128

  /// Makes the value in a room, which has `ContextSlot.roomSize` bytes.
  static func make(in room: UnsafeMutableRawPointer) -> UnsafeMutablePointer<HookTexts> {
    let made = (room + urlSize).bindMemory(to: HookTexts.self, capacity: 1)
    made.initialize(to: HookTexts(after: made + 1, end: room + ContextSlot.roomSize))
    return made
  }

  private init(after start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
    known = start.bindMemory(to: moya_str.self, capacity: Asked.count)
    known.initialize(repeating: moya_str(), count: Asked.count)
    free = UnsafeMutableRawPointer(known + Asked.count)
    self.end = end
  }

  /// Returns the text of a part, if the plugin has read it.
  @inline(__always)
  func find(_ asked: Asked) -> moya_str? {
    let text = known[asked.rawValue]
    return text.data == nil ? nil : text
  }

  @inline(__always)
  func store(_ text: moya_str, as asked: Asked) { known[asked.rawValue] = text }

  mutating func store(requestFields fields: FieldList) { requestFields = fields }
  mutating func store(responseFields fields: FieldList) { responseFields = fields }

  /// Takes free memory for a list of this many bytes. Returns `nil` if the room is full.
  @inline(__always)
  mutating func take(_ count: Int) -> UnsafeMutableRawPointer? {
    let start = free.alignedUp(for: UnsafeRawPointer.self)
    guard count <= end - start else { return nil }
    free = start + count
    return start
  }

  /// Copies a text and a NUL to the room. Returns `nil` if the room is full.
  @inline(__always)
  mutating func add(_ text: UnsafeRawBufferPointer) -> moya_str? {
    guard text.count < end - free else { return nil }
    let copy = free
    if let start = text.baseAddress { memcpy(copy, start, text.count) }
    copy.storeBytes(of: 0, toByteOffset: text.count, as: UInt8.self)
    free += text.count + 1
    return moya_str(data: UnsafePointer(copy.assumingMemoryBound(to: CChar.self)), len: text.count)
  }

  mutating func requestHasChanged() {
    store(moya_str(), as: .method)
    store(moya_str(), as: .requestBody)
    requestFields = nil
  }

  mutating func responseHasChanged() {
    for asked in [Asked.errorMessage, .remoteAddress, .responseURL, .responseBody] { store(moya_str(), as: asked) }
    responseFields = nil
  }
}

/// The texts that `HookTexts` refers to and that do not fit into its memory, and texts that few plugins read.
struct LongTexts {
  private var buffers: [BodyBuffer] = []
  private var tables: [FieldTable] = []
  /// The joined values of all fields with one name, and this name in lower case.
  private var joined: [(name: [UInt8], isOfRequest: Bool, text: BodyBuffer)] = []

  mutating func hold(_ buffer: BodyBuffer) -> moya_str {
    buffers.append(buffer)
    return moya_str(buffer)
  }

  mutating func hold(_ table: FieldTable) -> FieldList {
    tables.append(table)
    return table.list
  }

  /// Returns the values of several fields with one name, joined by `separator`.
  mutating func join(
    _ fields: FieldList, _ name: UnsafeRawBufferPointer, isOfRequest: Bool, by separator: StaticString
  ) -> moya_str {
    let lowered = name.map(ASCII.lowercase)
    if let known = joined.first(where: { $0.name == lowered && $0.isOfRequest == isOfRequest }) {
      return moya_str(known.text)
    }
    guard let text = BodyBuffer(joining: fields.values(of: name), by: separator) else { return moya_str() }
    joined.append((lowered, isOfRequest, text))
    return moya_str(text)
  }

  /// Marks the joined values as old. They stay valid.
  mutating func forgetJoined(ofRequest: Bool) {
    for index in joined.indices where joined[index].isOfRequest == ofRequest { joined[index].name = [] }
  }
}
