import CMoya
import Glibc
import MoyaCore

/// The texts and the header fields that a plugin reads through its context.
extension HookContext {
  /// Lets the context use `room`, the memory of its `ContextSlot` for texts.
  @inline(__always)
  mutating func begin(with room: UnsafeMutableRawPointer) { self.room = room }

  /// Says that the context has left its slot, so it has no texts any more.
  mutating func leaveRoom() { (room, texts) = (nil, nil) }

  /// The texts except the URL, which are made before the first use. `nil` if the context is in no slot.
  private var madeTexts: UnsafeMutablePointer<HookTexts>? {
    @inline(__always) mutating get {
      if texts == nil { texts = room.map { HookTexts.make(in: $0) } }
      return texts
    }
  }

  /// Returns a text if the plugin has read it before.
  @inline(__always)
  func known(_ asked: HookTexts.Asked) -> moya_str? { texts?.pointee.find(asked) }

  /// Copies a text for the plugin. The copy stays valid until the context ends. Returns `{NULL, 0}` if there is no
  /// memory.
  private mutating func keep(_ text: UnsafeRawBufferPointer) -> moya_str {
    if let copy = madeTexts?.pointee.add(text) { return copy }
    return BodyBuffer(copying: text).map { changed.longTexts.hold($0) } ?? moya_str()
  }

  private mutating func keep(_ text: String) -> moya_str { text.withBytes { keep(UnsafeRawBufferPointer($0)) } }

  mutating func keep(_ text: UnsafeRawBufferPointer, as asked: HookTexts.Asked) -> moya_str {
    store(keep(text), as: asked)
  }

  mutating func keep(_ text: String, as asked: HookTexts.Asked) -> moya_str { store(keep(text), as: asked) }

  /// Records a text, so that `known` finds it when the plugin asks for it again. Returns the text. It must stay valid
  /// until the context ends.
  private mutating func store(_ text: moya_str, as asked: HookTexts.Asked) -> moya_str {
    madeTexts?.pointee.store(text, as: asked)
    return text
  }

  /// Copies fields for the plugin. Returns `nil` if there is no memory.
  private mutating func list(_ source: FieldSource) -> FieldList? {
    let most = source.mostFields
    if let memory = madeTexts?.pointee.take(FieldList.size(of: most)) {
      return FieldList(source, most: most.fields, in: memory)
    }
    return FieldTable(source).map { changed.longTexts.hold($0) }
  }

  mutating func targetName() -> moya_str {
    known(.targetName) ?? subject.map { keep($0.name, as: .targetName) } ?? moya_str()
  }

  /// Returns the request's URL for the plugin. Many plugins read no other text. So there is a place for a short URL at
  /// the beginning of `room`, where no other text is.
  mutating func requestURL() -> moya_str {
    if url.data != nil { return url }
    let isWire = hook == .sign || hook == .willSend
    if texts == nil, !isWire, let room, let count = request?.copyURL(to: room, size: HookTexts.urlSize) {
      url = moya_str(data: UnsafePointer(room.assumingMemoryBound(to: CChar.self)), len: count)
      return url
    }
    guard let request = knownRequest else { return moya_str() }
    url = keep(isWire ? request.receivedURLText : request.urlText)
    return url
  }

  /// Marks the texts of the request as old. They stay valid.
  @inline(never)
  mutating func forgetRequest() {
    // `madeTexts` makes `texts`. If `texts` exists, `requestURL` does not write a new URL over the old one.
    madeTexts?.pointee.requestHasChanged()
    rare?.longTexts.forgetJoined(ofRequest: true)
    url = moya_str()
  }

  /// The header fields that the plugin reads. In `sign` and `will_send`, these are the fields that the library will
  /// send.
  var requestFields: FieldList? {
    mutating get {
      if let known = texts?.pointee.requestFields { return known }
      guard let request = knownRequest else { return nil }
      let isWire = hook == .sign || hook == .willSend
      let fields = isWire ? plugin.tasks.rules?.sentFields(of: request, upload) : nil
      guard let list = list(.request(fields ?? request.headerFields)) else { return nil }
      texts?.pointee.store(requestFields: list)
      return list
    }
  }

  /// The header fields of the response that the call would return now. `nil` if there is no response.
  var responseFields: FieldList? {
    mutating get {
      if let known = texts?.pointee.responseFields { return known }
      guard let head, let list = list(.response(head)) else { return nil }
      texts?.pointee.store(responseFields: list)
      return list
    }
  }

  /// Returns the body of the response that the call would return now, if it is in memory.
  mutating func responseBody() -> moya_str {
    // The body of the response that has arrived is not copied, because `ownResult` holds it. Nothing else holds the
    // body of a draft, so this context holds it.
    if draft == nil, let text = arrivedBody { return text }
    if let known = known(.responseBody) { return known }
    switch content {
    case .data(let data)?: return data.withUnsafeBytes { keep($0, as: .responseBody) }
    case .buffer(let buffer)?: return store(changed.longTexts.hold(buffer), as: .responseBody)
    case nil: return moya_str()
    }
  }

  // MARK: Values of fields

  /// Returns the value of a field of the request. Several values are joined by RFC 9110 §5.3. Values of Cookie are
  /// joined by RFC 9113 §8.2.3.
  mutating func requestHeader(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let fields = requestFields else { return moya_str() }
    let name = UnsafeRawBufferPointer(start: name, count: strlen(name))
    return header(name, in: fields, isOfRequest: true, by: HookContext.equal(name, "Cookie") ? "; " : ",")
  }

  mutating func responseHeader(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let head else { return moya_str() }
    let name = UnsafeRawBufferPointer(start: name, count: strlen(name))
    // Most plugins ask for fields that the response does not have. No list is made for such a field.
    if texts?.pointee.responseFields == nil, !head.hasField(name) { return moya_str() }
    guard let fields = responseFields else { return moya_str() }
    if HookContext.equal(name, "Set-Cookie") { return fields.values(of: name).first ?? moya_str() }
    return header(name, in: fields, isOfRequest: false, by: ",")
  }

  private static func equal(_ name: UnsafeRawBufferPointer, _ known: StaticString) -> Bool {
    ASCII.equalIgnoringCase(
      name, UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
  }

  private mutating func header(
    _ name: UnsafeRawBufferPointer, in list: FieldList, isOfRequest: Bool, by separator: StaticString
  ) -> moya_str {
    var found = moya_str()
    var count = 0
    for field in list.fields where ASCII.equalIgnoringCase(field.name.bytes, name) {
      if count == 0 { found = field.value }
      count += 1
    }
    return count < 2 ? found : changed.longTexts.join(list, name, isOfRequest: isOfRequest, by: separator)
  }
}
