extension Response {
  /// The body as text, or the string at a key path of its JSON. A byte order mark is not part of the text.
  /// - Throws: `MoyaError.stringMapping` when there is no such text, `.jsonMapping` when a key path is given and the
  ///   body is no JSON.
  public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
    guard let keyPath else {
      let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
      guard let text = String(validating: bytes, as: UTF8.self) else { throw MoyaError.stringMapping(self) }
      return text
    }
    do throws(JSONLookupError) {
      if case .string(let text) = try JSONLookup(data).value(at: JSONKeyPath(keyPath)) { return text }
    } catch {
      guard case .missing = error else { throw MoyaError.jsonMapping(self) }
    }
    throw MoyaError.stringMapping(self)
  }

  /// The body's JSON: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `UInt64`, `Double` or `JSONNull`.
  /// - Parameter failsOnEmptyData: whether a body without a byte is an error, or `JSONNull`.
  /// - Throws: `MoyaError.jsonMapping`
  public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
    if data.isEmpty, !failsOnEmptyData { return JSONNull() }
    do { return try JSONReader.value(data) } catch { throw MoyaError.jsonMapping(self) }
  }

  /// The body's JSON, or the value at a key path of it, as a Swift value.
  /// - Parameter failsOnEmptyData: if not, a body without a byte is read as `{}`, or as `[{}]`, whichever fits the
  ///   type.
  /// - Throws: `MoyaError.jsonMapping` when a key path is given and the body is no JSON; `.objectMapping` with the
  ///   decoder's error, or with `JSONLookupError.missing` when nothing stands at the key path.
  public func map<D: Decodable>(
    _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> D {
    if data.isEmpty, !failsOnEmptyData {
      for text in ["{}", "[{}]"] {
        if let value = try? decoder.decode(type, from: Data(text.utf8)) { return value }
      }
    }
    var bytes = data
    if let keyPath, !data.isEmpty || failsOnEmptyData { bytes = try json(at: keyPath) }
    do { return try decoder.decode(type, from: bytes) } catch { throw MoyaError.objectMapping(error, self) }
  }

  /// The text of the value at a key path.
  private func json(at keyPath: String) throws(MoyaError) -> Data {
    do { return try JSONLookup(data).raw(at: JSONKeyPath(keyPath)) } catch {
      if case .missing = error { throw .objectMapping(error, self) }
      throw .jsonMapping(self)
    }
  }
}
