import CMoya
import Glibc
import MoyaCore

/// A checked copy of a plugin's table. Fields that this library does not know were not copied.
struct PluginTable: @unchecked Sendable {
  /// The address of the caller's table.
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
      throw malformed(SizedStruct.fault(of: moya_plugin.self, size: size, setBy: "MOYA_PLUGIN_HEAD"))
    }
    if SizedStruct.hasUnknownTail(bytes, size: size, known: known) {
      throw Failure(
        MOYA_ERROR_PLUGIN_TABLE,
        "\(source) uses a hook of a newer interface, which this host does not know (its size is \(size), known: \(known))"
      )
    }
    let table = bytes.loadUnaligned(as: moya_plugin.self)
    guard let idText = table.id else { throw malformed("it has no id") }
    let id = try PluginTable.text(idText, limit: 127) { malformed("it has the id \($0)") }
    guard PluginTable.isID(id) else {
      throw malformed(
        "it has the id \(PluginTable.shown(idText)), which is not two or more labels of a-z, 0-9 and hyphens, with dots "
          + "between them")
    }
    func ofPlugin(_ reason: String) -> Failure { malformed("\(id) \(reason)") }
    if id.hasPrefix("moya."), !PluginTable.shipped.contains(id) {
      throw ofPlugin("begins with \"moya.\", and such ids belong to libmoya")
    }
    let unknownFlags =
      table.flags & ~UInt32(MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT | MOYA_PLUGIN_ONLY_STREAMS)
    if unknownFlags != 0 {
      throw ofPlugin("sets the flags 0x\(String(unknownFlags, radix: 16)), which this host does not know")
    }
    if table.reserved != 0 { throw ofPlugin("has \(table.reserved) in `reserved`, which must be 0") }
    if table.flags & UInt32(MOYA_PLUGIN_NEEDS_SLOT) != 0, table.prepare == nil {
      throw ofPlugin("has MOYA_PLUGIN_NEEDS_SLOT and no prepare hook that could set the slot")
    }
    guard let version = table.version, version.pointee != 0 else { throw ofPlugin("has no version") }
    _ = try PluginTable.text(version, limit: 63) { ofPlugin("has the version \($0)") }
    for (name, text) in [("about", table.about), ("license", table.license)] {
      guard let text else { continue }
      _ = try PluginTable.text(text, limit: 1000) { ofPlugin("has the `\(name)` \($0)") }
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

  /// Returns a version of the plugin interface as a text for messages. In the version number of a draft, the highest
  /// bit is set.
  static func shown(_ abi: UInt32) -> String { abi >> 31 == 1 ? "draft \(abi & 0x7FFF_FFFF)" : "\(abi)" }

  /// Reads a text of a table.
  ///
  /// - Parameter malformed: Makes the error for a text that is too long, is not UTF-8, or has control characters. Its
  ///   argument is a part of a sentence that shows the text and says what is wrong with it, for example
  ///   `"1.?", which is not UTF-8`.
  static func text(
    _ pointer: UnsafePointer<CChar>, limit: Int, _ malformed: (String) -> Failure
  ) throws(Failure) -> String {
    func wrong(_ reason: String) -> Failure { malformed("\(shown(pointer)), which \(reason)") }
    if strnlen(pointer, limit + 1) > limit { throw wrong("has more than \(limit) bytes") }
    guard let text = String(validatingCString: pointer) else { throw wrong("is not UTF-8") }
    if hasControl(text) { throw wrong("has control characters") }
    return text
  }

  /// Returns the beginning of a text of a table, in a form that is safe to show. The text may be any bytes.
  static func shown(_ pointer: UnsafePointer<CChar>) -> String {
    let length = strnlen(pointer, 41)
    let bytes = UnsafeRawBufferPointer(start: pointer, count: min(length, 40))
    return "\"\(RequestRules.printable(String(decoding: bytes, as: UTF8.self)))\(length > 40 ? "…" : "")\""
  }

  /// Returns true if the text contains a character that changes how other characters are shown. These are control
  /// characters (C0, DEL and C1), separators of lines, and characters that change the direction of text.
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
      if names.count == 100 { throw malformed("has more than 100 secret_headers") }
      let name = try text(pointer, limit: 127) { malformed("has in secret_headers the name \($0)") }
      guard ASCII.isToken(name) else {
        throw malformed("has in secret_headers the name \(shown(pointer)), which is no name of a header field")
      }
      names.append(name)
    }
    return names
  }
}
