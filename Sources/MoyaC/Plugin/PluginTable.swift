import CMoya
import MoyaCore

/// A plugin's table. It was checked, and copied up to the size that this library knows.
struct PluginTable: @unchecked Sendable {
  /// Where the caller's table is.
  let pointer: UnsafePointer<moya_plugin>
  let table: moya_plugin
  let id: String
  let options: [DeclaredOption]
  /// The names of header fields that the plugin fills with secrets.
  let secretHeaders: [String]

  /// - Parameter source: The place from which the table came, for messages.
  init(_ pointer: UnsafePointer<moya_plugin>, source: String) throws(Failure) {
    func malformed(_ reason: String) -> Failure {
      Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: \(reason)")
    }
    let bytes = UnsafeRawPointer(pointer)
    let size = Int(bytes.loadUnaligned(as: UInt32.self))
    let known = MemoryLayout<moya_plugin>.size
    guard SizedStruct.canBe(size), size >= known else {
      throw malformed("its size is \(size), which is no size of it (\(known) or more, in eights)")
    }
    if SizedStruct.hasUnknownTail(bytes, size: size, known: known) {
      throw Failure(
        MOYA_ERROR_PLUGIN_TABLE, "\(source) uses a hook of a newer interface, which this host does not know")
    }
    let table = bytes.loadUnaligned(as: moya_plugin.self)
    if table.id == nil { throw malformed("it has no id") }
    guard let id = PluginTable.text(table.id, limit: 127), PluginTable.isID(id) else {
      throw malformed(
        "its id is not two or more labels of a-z, 0-9 and hyphens with dots between them, or has more than 127 bytes")
    }
    func ofPlugin(_ reason: String) -> Failure { malformed("plugin \(id) \(reason)") }
    if id.hasPrefix("moya."), !PluginTable.shipped.contains(id) {
      throw ofPlugin("has an id that belongs to the library")
    }
    guard table.flags & ~UInt32(MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT) == 0, table.reserved == 0 else {
      throw ofPlugin("sets flags that this host does not know")
    }
    if table.flags & UInt32(MOYA_PLUGIN_NEEDS_SLOT) != 0, table.prepare == nil {
      throw ofPlugin("has MOYA_PLUGIN_NEEDS_SLOT and no prepare hook that could set the slot")
    }
    guard let version = PluginTable.text(table.version, limit: 63), !version.isEmpty else {
      throw ofPlugin("has no version, or one that is not UTF-8 or has more than 63 bytes")
    }
    for (name, text) in [("about", table.about), ("license", table.license)]
    where text != nil && PluginTable.text(text, limit: 1000) == nil {
      throw ofPlugin("has an `\(name)` that is not UTF-8, has control characters or has more than 1000 bytes")
    }
    self.pointer = pointer
    self.table = table
    self.id = id
    options = try DeclaredOption.read(table, ofPlugin)
    secretHeaders = try PluginTable.names(table.secret_headers, ofPlugin)
  }

  /// The plugins of the modules that belong to the library (docs/modules.md).
  private static let shipped: Set<String> = [
    "moya.breaker", "moya.cache", "moya.chaos", "moya.compress", "moya.headers", "moya.limit", "moya.metrics",
    "moya.otel", "moya.record", "moya.sigv4", "moya.token",
  ]

  /// The text for a version of the interface in messages. The version numbers of drafts have the highest bit.
  static func shown(_ abi: UInt32) -> String { abi >> 31 == 1 ? "draft \(abi & 0x7FFF_FFFF)" : "\(abi)" }

  /// A text of a table. `nil` if it is missing, too long or not UTF-8, or if it has control characters.
  static func text(_ pointer: UnsafePointer<CChar>?, limit: Int) -> String? {
    guard let text = try? String(pointer, limit: limit, named: ""), !hasControl(text) else {
      return nil
    }
    return text
  }

  /// True if the text contains a character that changes how the text around it is shown: a control character (C0, DEL
  /// or C1), a separator of lines, or one that changes the direction of text.
  static func hasControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  private static func isID(_ id: String) -> Bool {
    let labels = id.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    return labels.count > 1
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != 0x2D && label.last != 0x2D
          && label.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
      }
  }

  private static func names(
    _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ malformed: (String) -> Failure
  ) throws(Failure) -> [String] {
    guard let list else { return [] }
    var names: [String] = []
    while let pointer = list[names.count] {
      guard names.count < 100, let name = text(pointer, limit: 127), ASCII.isToken(name) else {
        throw malformed("has secret_headers that are not names of header fields, or more than 100")
      }
      names.append(name)
    }
    return names
  }
}
