import CMoya
import MoyaCore

/// The options of a plugin of the library, one taken after another; what is left at the end is not known.
struct PluginConfig {
  let plugin: String
  private var rest: [String: Any]

  /// - Parameter text: a JSON object; NULL: an empty one.
  init(_ text: UnsafePointer<CChar>?, of plugin: String) throws(Failure) {
    self.plugin = plugin
    let text = text == nil ? "{}" : try String(text, named: "config")
    guard let rest = (try? JSONReader.value(Data(text.utf8))) as? [String: Any] else {
      throw Failure(MOYA_ERROR_ARGUMENT, "config is not a JSON object")
    }
    self.rest = rest
  }

  mutating func text(_ key: String) throws(Failure) -> String? { try take(key, "a text") }
  mutating func flag(_ key: String) throws(Failure) -> Bool? { try take(key, "true or false") }
  mutating func texts(_ key: String) throws(Failure) -> [String]? {
    guard let values: [Any] = try take(key, "a list of texts") else { return nil }
    return try values.map { (value) throws(Failure) in
      guard let text = value as? String else { throw wrong(key, "a list of texts") }
      return text
    }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    let kind = "an integer of \(range.lowerBound) … \(range.upperBound)"
    guard let number: Int = try take(key, kind) else { return nil }
    guard range ~= number else { throw wrong(key, kind) }
    return number
  }

  mutating func integers(_ key: String, in range: ClosedRange<Int>) throws(Failure) -> [Int]? {
    let kind = "a list of integers of \(range.lowerBound) … \(range.upperBound)"
    guard let values: [Any] = try take(key, kind) else { return nil }
    return try values.map { (value) throws(Failure) in
      guard let number = value as? Int, range ~= number else { throw wrong(key, kind) }
      return number
    }
  }

  /// One of several words, each of which stands for something.
  mutating func choice<Value>(_ key: String, _ values: KeyValuePairs<String, Value>) throws(Failure) -> Value? {
    let kind = "one of " + values.map { "\"\($0.key)\"" }.joined(separator: ", ")
    guard let word: String = try take(key, kind) else { return nil }
    guard let value = values.first(where: { $0.key == word })?.value else { throw wrong(key, kind) }
    return value
  }

  func required<Value>(_ value: Value?, _ key: String) throws(Failure) -> Value {
    guard let value else { throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin) needs \"\(key)\" in its config") }
    return value
  }

  func wrong(_ key: String, _ kind: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\"\(key)\" of \(plugin) must be \(kind)")
  }

  /// After the last key.
  func end() throws(Failure) {
    guard let key = rest.keys.min() else { return }
    throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin) knows no key \"\(RequestRules.printable(key))\"")
  }

  private mutating func take<Value>(_ key: String, _ kind: String) throws(Failure) -> Value? {
    guard let value = rest.removeValue(forKey: key) else { return nil }
    guard let value = value as? Value else { throw wrong(key, kind) }
    return value
  }
}
