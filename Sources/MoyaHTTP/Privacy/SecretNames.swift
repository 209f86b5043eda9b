/// Decides by its name whether something is a secret.
struct SecretNames: Sendable {
  /// A given name shorter than this must match as a whole: as a part it stands inside too many harmless names.
  private static let shortestPart = 5

  private let whole: Set<[UInt8]>
  private let parts: [[UInt8]]

  init(_ names: Set<String>) {
    let names = names.compactMap { SecretNames.components($0.utf8).last }
    whole = Set(names.filter { $0.count < SecretNames.shortestPart })
    parts = names.filter { $0.count >= SecretNames.shortestPart }
  }

  /// Words that prose has in front of a colon, too.
  static func isProse(_ name: some Sequence<UInt8>) -> Bool {
    let components = components(name)
    return components == [Array("code".utf8)] || components == [Array("key".utf8)]
  }

  /// Of the components of `user[address][key]` and `user.address.key`, one is enough.
  func contains(_ name: some Sequence<UInt8>) -> Bool {
    SecretNames.components(name).contains { component in
      whole.contains(component) || parts.contains { component.contains($0) }
    }
  }

  /// The components of a name, in lower case, without `-` and `_`.
  private static func components(_ name: some Sequence<UInt8>) -> [[UInt8]] {
    name.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .split { "[].".utf8.contains($0) }
      .map { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) }
  }
}
