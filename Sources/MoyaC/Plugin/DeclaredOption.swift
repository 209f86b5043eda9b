import CMoya
import Glibc
import MoyaCore

/// An option that a plugin declares in its table (`moya_option`).
struct DeclaredOption {
  enum Kind: UInt32 { case flag = 1, int, number, text, secret, texts, json }

  let name: String
  /// The name, as a pointer into the plugin's table. The table stays valid.
  let nameInTable: UnsafePointer<CChar>
  let kind: Kind
  let isRequired: Bool
  /// The values that a text may have. Empty if any text is allowed.
  let choices: [String]
  let range: ClosedRange<Int64>
  /// The value if the config omits the option.
  private(set) var preset: OptionValue = .int(0)

  /// Reads the options that a plugin declares in its table.
  ///
  /// - Parameter malformed: Makes the error for a wrong table. The argument of `malformed` is the end of a sentence
  ///   that begins with the plugin's id.
  static func read(
    _ table: moya_plugin, _ malformed: (String) -> Failure
  ) throws(Failure) -> [DeclaredOption] {
    let (size, known) = (Int(table.option_size), MemoryLayout<moya_option>.size)
    guard SizedStruct.canBe(size), size >= known else {
      let fault = "which is no size of an option (\(known) or more, in eights). MOYA_PLUGIN_HEAD sets it"
      throw malformed("has an option_size of \(size), \(fault)")
    }
    guard let start = UnsafeRawPointer(table.options) else { return [] }
    var options: [DeclaredOption] = []
    while true {
      let place = start + options.count * size
      let raw = place.loadUnaligned(as: moya_option.self)
      guard let name = raw.name else { return options }
      if options.count == mostOptions { throw malformed("has more than \(mostOptions) options") }
      if SizedStruct.hasUnknownTail(place, size: size, known: known) {
        throw malformed("has an option \(PluginTable.shown(name)) that uses a newer interface")
      }
      let option = try DeclaredOption(raw, name, malformed)
      if options.contains(where: { $0.name == option.name }) { throw malformed("has two options \"\(option.name)\"") }
      options.append(option)
    }
  }

  private static let mostOptions = 1000

  private init(
    _ raw: moya_option, _ pointer: UnsafePointer<CChar>, _ malformed: (String) -> Failure
  ) throws(Failure) {
    let name = try PluginTable.text(pointer, limit: 63) { malformed("has an option \($0)") }
    guard DeclaredOption.isName(name) else {
      let rule = "which is not a letter of a-z and then only a-z, 0-9 and _"
      throw malformed("has an option \(PluginTable.shown(pointer)), \(rule)")
    }
    func ofOption(_ reason: String) -> Failure { malformed("has an option \"\(name)\" \(reason)") }
    guard let kind = Kind(rawValue: raw.kind) else { throw ofOption("of the kind \(raw.kind), which is unknown") }
    guard raw.required <= 1 else { throw ofOption("whose `required` is \(raw.required), not 0 or 1") }
    if let about = raw.about {
      _ = try PluginTable.text(about, limit: 1000) { ofOption("with the `about` \($0)") }
    }
    let hasRange = raw.least != 0 || raw.most != 0
    if raw.choices != nil, kind != .text { throw ofOption("with choices, but it is not a text") }
    if hasRange, kind != .int { throw ofOption("with a range, but it is not an integer") }
    if raw.least > raw.most { throw ofOption("with the range \(raw.least) … \(raw.most), which is empty") }
    self.name = name
    nameInTable = pointer
    self.kind = kind
    isRequired = raw.required == 1
    if let pointer = raw.choices {
      let texts = try PluginTable.text(pointer, limit: 1000) { ofOption("with the choices \($0)") }
      choices = texts.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    } else {
      choices = []
    }
    range = hasRange ? raw.least...raw.most : Int64.min...Int64.max
    guard let json = raw.preset else {
      preset = OptionValue(absent: kind)
      return
    }
    guard kind != .secret else { throw ofOption("with a preset, but it is a secret") }
    guard let text = try? String(json, named: ""), let value = try? JSONReader.value(Data(text.utf8)),
      let made = try? read(value, json: text)
    else { throw ofOption("with the preset \(PluginTable.shown(json)), which is not \(wanted)") }
    preset = made
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.first.map { 0x61...0x7A ~= $0 } == true
      && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  /// The values that the option can have, for messages.
  var wanted: String {
    switch kind {
    case .flag: "true or false"
    case .int:
      range == Int64.min...Int64.max ? "an integer" : "an integer of \(range.lowerBound) … \(range.upperBound)"
    case .number: "a number"
    case .text: choices.isEmpty ? "a text" : "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
    case .secret: DeclaredOption.wantedSecret
    case .texts: "a list of texts"
    case .json: "a JSON value"
    }
  }

  private static let wantedSecret = "a text, {\"env\": \"NAME\"} or {\"file\": \"PATH\"}"

  /// The reason why the option cannot have a value. In the message, `sentence` follows the name of the option.
  struct Refusal: Error { let sentence: String }

  private var refusal: Refusal { Refusal(sentence: "must be \(wanted)") }

  /// Reads a value of a config.
  ///
  /// - Parameter json: The value as JSON text.
  func read(_ value: Any, json: @autoclosure () -> String) throws(Refusal) -> OptionValue {
    func buffer(_ text: String) throws(Refusal) -> BodyBuffer {
      if text.utf8.contains(0) { throw Refusal(sentence: "contains a NUL") }
      guard text.utf8.count <= CallerText.limit, let buffer = BodyBuffer(text) else {
        throw Refusal(sentence: "is longer than \(CallerText.limit) bytes")
      }
      return buffer
    }
    switch (kind, value) {
    case (.flag, let flag as Bool): return .int(flag ? 1 : 0)
    case (.int, let number as Int) where !(value is Bool) && range ~= Int64(number): return .int(Int64(number))
    case (.number, let number as Int) where !(value is Bool): return .number(Double(number))
    case (.number, let number as UInt64): return .number(Double(number))
    case (.number, let number as Double) where !(value is Bool): return .number(number)
    case (.text, let text as String) where choices.isEmpty || choices.contains(where: { $0.hasBytes(of: text) }):
      return .text(try buffer(text))
    case (.secret, _): return .text(try buffer(DeclaredOption.secret(value)))
    case (.texts, let list as [Any]):
      var texts: [BodyBuffer] = []
      for element in list {
        guard let text = element as? String else { throw refusal }
        texts.append(try buffer(text))
      }
      return .texts(texts)
    case (.json, _): return .text(try buffer(json()))
    default: throw refusal
    }
  }

  /// Returns a secret: a text, the value of a variable of the environment, or the contents of a file.
  static func secret(_ value: Any) throws(Refusal) -> String {
    let refusal = Refusal(sentence: "must be \(wantedSecret)")
    if let text = value as? String { return text }
    guard let place = value as? [String: Any], place.count == 1,
      place.values.allSatisfy({ ($0 as? String)?.utf8.contains(0) == false })
    else { throw refusal }
    if let name = place["env"] as? String {
      guard let value = getenv(name), let text = String(validatingCString: value) else {
        throw Refusal(
          sentence: "names the variable \(RequestRules.printable(name)), which the environment does not have")
      }
      return text
    }
    guard let path = place["file"] as? String else { throw refusal }
    guard let data = DeclaredOption.contents(of: path), var text = String(validating: data, as: UTF8.self) else {
      throw Refusal(
        sentence:
          "names the file \(path.onOneLine), which is not a file, cannot be read, is not UTF-8 or has more than 64 KiB")
    }
    if text.hasSuffix("\n") || text.hasSuffix("\r\n") { text.removeLast() }
    return text
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Only a regular file is read. A pipe without a writer would give an empty secret.
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65537)
    var end = 0
    while end < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + end }, $0.count - end) }
      if count < 0 { return nil }
      if count == 0 { return Array(bytes[..<end]) }
      end += count
    }
    return nil
  }
}

// MARK: - OptionValue

/// The value of an option.
enum OptionValue {
  /// An integer, or 1 for true and 0 for false.
  case int(Int64)
  case number(Double)
  case text(BodyBuffer)
  case texts([BodyBuffer])

  /// Makes the value of an option that has no preset and that the config omits.
  init(absent kind: DeclaredOption.Kind) {
    switch kind {
    case .flag, .int: self = .int(0)
    case .number: self = .number(0)
    case .text, .secret: self = OptionValue(text: "")
    case .texts: self = .texts([])
    case .json: self = OptionValue(text: "null")
    }
  }

  private init(text: String) { self = BodyBuffer(text).map { .text($0) } ?? .texts([]) }
}

// MARK: - OptionValues

/// The options of one instance of a plugin.
///
/// The class is `@unchecked Sendable` because it is immutable.
final class OptionValues: @unchecked Sendable {
  private struct Entry {
    let option: DeclaredOption
    let value: OptionValue
  }

  private let entries: [Entry]
  /// The values of the secrets.
  let secrets: [String]

  /// Reads the config of a plugin.
  ///
  /// - Parameter config: A JSON object. NULL means an empty object.
  init(_ config: UnsafePointer<CChar>?, for plugin: PluginTable) throws(Failure) {
    let text = config == nil ? "{}" : try String(config, named: "config of \(plugin.id)")
    let data = Data(text.utf8)
    guard let (value, repeatedKey) = try? JSONReader.read(data), var rest = value as? [String: Any] else {
      throw Failure(MOYA_ERROR_ARGUMENT, "config of \(plugin.id) is not a JSON object")
    }
    if let repeatedKey {
      throw Failure(
        MOYA_ERROR_ARGUMENT, "config of \(plugin.id) has the key \"\(RequestRules.printable(repeatedKey))\" twice")
    }
    let lookup = JSONLookup(data)
    var entries: [Entry] = []
    var secrets: [String] = []
    for option in plugin.options {
      guard let value = rest.removeValue(forKey: option.name) else {
        if option.isRequired {
          throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin.id) needs \"\(option.name)\" in its config")
        }
        entries.append(Entry(option: option, value: option.preset))
        continue
      }
      do throws(DeclaredOption.Refusal) {
        let read = try option.read(
          value, json: (try? lookup.raw(at: JSONKeyPath(option.name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        )
        if option.kind == .secret, case .text(let secret) = read {
          secrets.append(String(decoding: secret.bytes, as: UTF8.self))
        }
        entries.append(Entry(option: option, value: read))
      } catch {
        throw Failure(MOYA_ERROR_ARGUMENT, "\"\(option.name)\" of \(plugin.id) \(error.sentence)")
      }
    }
    if let key = rest.keys.min() {
      let known =
        plugin.options.isEmpty ? "" : ", but \(plugin.options.map { "\"\($0.name)\"" }.joined(separator: ", "))"
      throw Failure(MOYA_ERROR_ARGUMENT, "\(plugin.id) knows no key \"\(RequestRules.printable(key))\"\(known)")
    }
    self.entries = entries
    self.secrets = secrets
  }

  deinit {
    for entry in entries where entry.option.kind == .secret {
      if case .text(let secret) = entry.value, let start = secret.bytes.baseAddress {
        explicit_bzero(UnsafeMutableRawPointer(mutating: start), secret.count)
      }
    }
  }

  /// Returns the value of an option. Returns `nil` if the plugin does not declare the option.
  func value(_ name: UnsafePointer<CChar>) -> OptionValue? {
    entries.first { strcmp($0.option.nameInTable, name) == 0 }?.value
  }
}
