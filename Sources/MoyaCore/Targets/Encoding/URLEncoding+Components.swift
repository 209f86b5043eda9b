extension URLEncoding {
  /// The pairs that one parameter becomes, percent-encoded. None for a value that is nested too deep.
  public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
    guard let bytes = try? QueryWriter.form([key: value], self) else { return [] }
    // Neither `&` nor `=` stands in an encoded name or value.
    return bytes.split(separator: 0x26).map { pair in
      let name = pair.prefix { $0 != 0x3D }
      return (
        String(decoding: name, as: UTF8.self), String(decoding: pair.dropFirst(name.count + 1), as: UTF8.self)
      )
    }
  }

  /// Percent-encoded as a name or value of a query.
  public func escape(_ string: String) -> String {
    TextBuffer.string { $0.append(string, unless: ASCII.isQueryItem) }
  }
}
