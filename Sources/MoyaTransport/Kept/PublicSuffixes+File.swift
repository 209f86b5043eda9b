import MoyaHTTP

extension PublicSuffixes {
  /// The list in a file of its own format, which is read once, here.
  package init(path: String) throws(KeptFault) {
    guard let text = try StateFile(path).read() else { throw KeptFault(ErrorNumber.text(2)) }
    guard let list = PublicSuffixes(list: text) else { throw KeptFault("it is no Public Suffix List") }
    self = list
  }
}
