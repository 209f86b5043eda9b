import CMoya
import MoyaCore

/// A plugin's settings: the text of one JSON object.
struct PluginConfig {
  let text: String

  init(_ pointer: UnsafePointer<CChar>?) throws(Failure) {
    text = pointer == nil ? "{}" : try String(pointer, named: "config")
    if text == "{}" { return }
    guard case .object = try? JSONLookup(Data(text.utf8)).value(at: "") else {
      throw Failure(.argument, "config is not a JSON object")
    }
  }
}
