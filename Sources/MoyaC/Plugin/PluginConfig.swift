import CMoya

/// A plugin's settings: the text of one JSON object.
struct PluginConfig {
  let text: String

  init(_ pointer: UnsafePointer<CChar>?) throws(Failure) {
    text = pointer == nil ? "{}" : try String(pointer, named: "config")
    guard text.utf8.first(where: { !PluginConfig.isSpace($0) }) == 0x7B else {
      throw Failure(.argument, "config is not a JSON object")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
