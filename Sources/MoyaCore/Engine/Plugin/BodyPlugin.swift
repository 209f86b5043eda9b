/// A plugin that reads or changes bodies of responses. If an attempt gets a response, the plugin receives it between
/// `willSend` and `didReceive`. It does not receive the response of a download.
public protocol BodyPlugin: PluginHooks {
  /// True if the plugin reads bodies. The value must not change. Default: true.
  var readsBodies: Bool { get }
  /// Receives the head of a response, before the response is validated.
  ///
  /// If the response is streamed, its body follows piece by piece. Any other body follows in one piece.
  ///
  /// - Parameters:
  ///   - head: The status and the header fields, which the plugin may change.
  ///   - context: The call.
  /// - Returns: What the plugin does with the body.
  /// - Throws: An error with which the attempt fails. There can be another attempt, because the caller has received
  ///   nothing of the response.
  func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse
}

extension BodyPlugin {
  public var readsBodies: Bool { true }
}

/// What a plugin does with the body of one response.
public enum BodyUse {
  /// The body does not concern the plugin.
  case skip
  /// The pieces of the body pass through this reader.
  case read(any BodyReader)
  /// The body that arrives is dropped. Later plugins and the caller receive these bytes instead.
  case replace(Data)
}

/// Reads or changes the body of one response. One thread at a time uses it.
public protocol BodyReader: AnyObject, SendableMetatype {
  /// Receives the next decoded bytes.
  /// - Returns: the bytes for the next plugin or the caller.
  func receive(_ bytes: Data) throws -> Data
  /// Called when the body is complete.
  /// - Returns: more bytes for the next plugin or the caller. They can be empty.
  func end() throws -> Data
}

extension BodyReader {
  public func end() throws -> Data { Data() }
}

/// A plugin that reads or changes bodies directly in the library's memory. A `BodyPlugin` receives each piece as `Data`
/// instead, which costs one more object.
package protocol BodyEditingPlugin: AnyObject, PluginHooks {
  /// True if the plugin reads bodies. The value must not change.
  var readsBodies: Bool { get }
  /// True if the plugin reads only the bodies that the caller streams. The value must not change.
  var readsOnlyStreams: Bool { get }
  /// Does what `BodyPlugin.open` does.
  func open(_ head: inout HTTPURLResponse, to request: URLRequest?, of call: HookedCall) throws -> BodyEdit
}

/// What a `BodyEditingPlugin` does with the body of one response. The cases mean the same as the cases of `BodyUse`.
package enum BodyEdit {
  case skip
  case edit(any BodyEditor)
  case replace(TransferResponse.Content)
}

/// Reads or changes the body of one response. One thread at a time uses it.
package protocol BodyEditor: AnyObject {
  /// Receives the next decoded bytes, which are valid until the function returns.
  /// - Returns: the bytes for the next plugin or the caller; `nil` to pass on the received bytes unchanged.
  func receive(_ bytes: UnsafeRawBufferPointer) throws -> BodyPiece?
  /// Called when the body is complete.
  /// - Returns: more bytes for the next plugin or the caller. They can be empty.
  func end() throws -> BodyPiece
}

/// A part of a body, or all of it.
package enum BodyPiece {
  /// Bytes that are valid until the function that receives them returns.
  case bytes(UnsafeRawBufferPointer)
  case content(TransferResponse.Content)

  package static var none: BodyPiece { .content(.data(Data())) }

  var isEmpty: Bool {
    switch self {
    case .bytes(let bytes): bytes.isEmpty
    case .content(let content): content.isEmpty
    }
  }

  var content: TransferResponse.Content {
    switch self {
    case .bytes(let bytes): .data(Data(bytes))
    case .content(let content): content
    }
  }

  /// Passes the bytes to `body` without copying them.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .bytes(let bytes): body(bytes)
    case .content(let content): content.withBytes(body)
    }
  }

  /// Passes the piece through an editor. Returns `nil` if the editor passes on the same bytes.
  func edited(by editor: any BodyEditor) throws -> BodyPiece? {
    if case .bytes(let bytes) = self { return try editor.receive(bytes) }
    var edited = Result<BodyPiece?, any Error>.success(nil)
    withBytes { bytes in edited = Result { try editor.receive(bytes) } }
    return try edited.get()
  }

  func joined(with next: BodyPiece) throws -> BodyPiece {
    if isEmpty { return next }
    if next.isEmpty { return self }
    let joined = BodyBuffer()
    var isJoined = true
    for piece in [self, next] { piece.withBytes { isJoined = isJoined && joined.append($0) } }
    guard isJoined else { throw TransferError(.memory, "there is no memory for the body") }
    return .content(.buffer(joined))
  }
}

/// The plugins through which the body of one response passes, in the order in which they were added. The last of them
/// passes the bytes on to the caller.
final class BodyChain {
  /// The response's head, after the changes of all plugins.
  let head: HTTPURLResponse
  private let steps: [Step]
  private(set) var hasEnded = false

  private enum Step {
    case read(any BodyReader)
    case edit(any BodyEditor)
    case replace(TransferResponse.Content)
  }

  /// Shows the head to the plugins.
  init(_ head: HTTPURLResponse, of flight: Flight) throws {
    var shown = head
    var steps: [Step] = []
    for seat in flight.active.reading where flight.isStreamed || !seat.readsOnlyStreams {
      guard let step = try BodyChain.step(for: seat, &shown, of: flight) else { continue }
      // The new body has another length, so Content-Length is removed. It stays in a response to HEAD. Such a response
      // has no body, and the field means the length of the body that a GET would return (RFC 9110 §9.3.2).
      if case .replace = step, flight.request?.httpMethod != "HEAD" {
        shown = shown.setting("Content-Length", to: nil)
      }
      steps.append(step)
    }
    self.head = shown
    self.steps = steps
  }

  /// Shows the head to one plugin. Returns `nil` if the body does not concern the plugin.
  private static func step(
    for seat: Roster.Seat, _ head: inout HTTPURLResponse, of flight: Flight
  ) throws -> Step? {
    if seat.bodyEditor != nil {
      let call = HookedCall(
        flight.description.subject, place: seat.index, of: flight.roster.count, attempt: flight.attemptUnderWay,
        deadline: flight.deadline)
      switch try seat.bodyEditor?.open(&head, to: flight.request, of: call) ?? .skip {
      case .skip: return nil
      case .edit(let editor): return .edit(editor)
      case .replace(let body): return .replace(body)
      }
    }
    switch try seat.bodyReader?.open(&head, context: PluginContext(flight, seat.index)) ?? .skip {
    case .skip: return nil
    case .read(let reader): return .read(reader)
    case .replace(let body): return .replace(.data(body))
    }
  }

  /// True if no plugin receives the body.
  var isEmpty: Bool { steps.isEmpty }

  /// Passes a piece of the body through the plugins. Returns the bytes for the caller.
  func receive(_ piece: BodyPiece) throws -> BodyPiece { try pass(piece, from: 0) }

  /// Passes bytes of the body through the plugins. Returns the bytes for the caller. If no plugin changes them, returns
  /// `nil`.
  func receive(_ bytes: UnsafeRawBufferPointer) throws -> BodyPiece? {
    var index = 0
    while index < steps.count {
      guard case .edit(let editor) = steps[index] else { return try pass(.bytes(bytes), from: index) }
      index += 1
      if let edited = try editor.receive(bytes) { return try pass(edited, from: index) }
    }
    return nil
  }

  private func pass(_ piece: BodyPiece, from first: Int) throws -> BodyPiece {
    var piece = piece
    var index = first
    while index < steps.count, !piece.isEmpty {
      defer { index += 1 }
      switch steps[index] {
      case .read(let reader): piece = .content(.data(try reader.receive(piece.content.data)))
      case .edit(let editor): if let edited = try piece.edited(by: editor) { piece = edited }
      case .replace: return .none
      }
    }
    return piece
  }

  /// Tells the plugins that the body is complete. Returns the bytes that they add at the end. A second call returns no
  /// bytes.
  func end() throws -> BodyPiece {
    if hasEnded { return .none }
    hasEnded = true
    var rest = BodyPiece.none
    for (index, step) in steps.enumerated() {
      let last: BodyPiece =
        switch step {
        case .read(let reader): .content(.data(try reader.end()))
        case .edit(let editor): try editor.end()
        case .replace(let body): .content(body)
        }
      if !last.isEmpty { rest = try rest.joined(with: try pass(last, from: index + 1)) }
    }
    return rest
  }
}
