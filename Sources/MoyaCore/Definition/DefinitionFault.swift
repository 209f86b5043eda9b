/// What is wrong with a definition, and where.
package struct DefinitionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// RFC 6901; "" is the whole document.
  package let pointer: String
  package let reason: String

  package var description: String { pointer.isEmpty ? "the definition \(reason)" : "\(pointer) \(reason)" }
}

/// The way from the root of a document to a value in it.
///
/// A chain, since most places are never shown: the text is made when there is a fault.
indirect enum DocumentPlace {
  case root
  case member(DocumentPlace, String)
  case element(DocumentPlace, Int)

  /// RFC 6901.
  var pointer: String {
    switch self {
    case .root: ""
    case .member(let parent, let key):
      "\(parent.pointer)/\(RequestRules.printable(DocumentPlace.escaped(key)))"
    case .element(let parent, let index): "\(parent.pointer)/\(index)"
    }
  }

  private static func escaped(_ key: String) -> String {
    var escaped = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  func fault(_ reason: String) -> DefinitionFault { DefinitionFault(pointer: pointer, reason: reason) }
}
