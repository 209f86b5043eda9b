/// A plugin that reads or changes bodies of responses. Its hooks run between `willSend` and `didReceive`, for each
/// attempt that gets a response. They do not run for a download.
public protocol BodyPlugin: PluginHooks {
  /// True if the plugin reads bodies. The value must not change. Default: true.
  var readsBodies: Bool { get }
  /// Receives the head of a response, before the response is validated.
  ///
  /// A response that is streamed comes piece by piece. Any other response comes in one piece, when it is complete.
  /// - Parameter head: the status and the header fields, which the plugin may change.
  /// - Returns: what the plugin does with the body.
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
public protocol BodyReader: AnyObject {
  /// Receives the next decoded bytes.
  /// - Returns: the bytes for the next plugin or the caller.
  func receive(_ bytes: Data) throws -> Data
  /// The body is complete.
  /// - Returns: last bytes for the next plugin or the caller.
  func end() throws -> Data
}

extension BodyReader {
  public func end() throws -> Data { Data() }
}

/// The plugins through which the body of one response passes, in the order in which they were added.
final class BodyChain {
  /// The head as the last plugin has left it.
  private(set) var head: HTTPURLResponse
  private var uses: [BodyUse] = []
  private(set) var hasEnded = false

  /// Shows the head to the plugins.
  init(_ head: HTTPURLResponse, of flight: Flight) throws {
    self.head = head
    for seat in flight.roster.reading {
      guard let plugin = seat.plugin as? any BodyPlugin else { continue }
      let use = try plugin.open(&self.head, context: PluginContext(flight, seat.index))
      switch use {
      case .skip: continue
      case .read: break
      case .replace: self.head = self.head.setting("Content-Length", to: nil)
      }
      uses.append(use)
    }
  }

  /// True if the body passes through no plugin.
  var isEmpty: Bool { uses.isEmpty }

  /// Returns the bytes for the caller.
  func receive(_ bytes: Data) throws -> Data { try pass(bytes, from: 0) }

  private func pass(_ bytes: Data, from first: Int) throws -> Data {
    var bytes = bytes
    for use in uses[first...] {
      if bytes.isEmpty { break }
      switch use {
      case .read(let reader): bytes = try reader.receive(bytes)
      case .replace, .skip: return Data()
      }
    }
    return bytes
  }

  /// Ends the body. Returns last bytes for the caller. A second call returns none.
  func end() throws -> Data {
    if hasEnded { return Data() }
    hasEnded = true
    var rest = Data()
    for (index, use) in uses.enumerated() {
      let last: Data
      switch use {
      case .read(let reader): last = try reader.end()
      case .replace(let body): last = body
      case .skip: continue
      }
      rest.append(try pass(last, from: index + 1))
    }
    return rest
  }
}
