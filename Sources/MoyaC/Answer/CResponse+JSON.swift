import CMoya
import MoyaCore

extension CResponse {
  func string(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    let path = try CResponse.path(keyPath)
    return try found(.string(path.description)) { () throws(Failure) in
      try value(at: path, expected: "a string") { if case .string(let text) = $0 { text } else { nil } }
    }
  }

  func raw(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    let path = try CResponse.path(keyPath)
    return try found(.raw(path.description)) { () throws(Failure) in
      try room(at: path)
      return try found { () throws(JSONLookupError) in String(decoding: try json.raw(at: path), as: UTF8.self) }
    }
  }

  func int64(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Int64 {
    try value(at: CResponse.path(keyPath), expected: "an integer of 64 bits") {
      if case .int(let number) = $0 { number } else { nil }
    }
  }

  func double(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Double {
    try value(at: CResponse.path(keyPath), expected: "a number") {
      switch $0 {
      case .int(let number): Double(number)
      case .uint(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    }
  }

  func bool(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Bool {
    try value(at: CResponse.path(keyPath), expected: "true or false") {
      if case .bool(let flag) = $0 { flag } else { nil }
    }
  }

  private func value<Value>(
    at path: JSONKeyPath, expected: String, _ convert: (JSONValue) -> Value?
  ) throws(Failure) -> Value {
    try room(at: path)
    let value = try found { () throws(JSONLookupError) in try json.value(at: path) }
    guard let converted = convert(value) else {
      let place = path.steps.isEmpty ? "the JSON" : "what stands at the key path '\(path)'"
      throw Failure(.jsonType, "\(place) is \(value.kind), not \(expected)")
    }
    return converted
  }

  private func found(_ asked: Asked, _ make: () throws(Failure) -> String) throws(Failure) -> moya_str {
    let found = try text(asked) { () throws(Failure) -> String? in try make() }
    if found.data == nil { throw .memory("the text") }
    return found
  }

  /// Is there memory for what stands there?
  private func room(at path: JSONKeyPath) throws(Failure) {
    if !Memory.isLarge(body.len) { return }
    let size = try found { () throws(JSONLookupError) in try json.size(at: path) }
    try Memory.check(size, for: "what stands at the key path '\(path)'")
  }

  private func found<Value>(_ look: () throws(JSONLookupError) -> Value) throws(Failure) -> Value {
    do throws(JSONLookupError) { return try look() } catch {
      switch error {
      case .missing(let path): throw Failure(.keyPath, "there is nothing at the key path '\(path)'")
      case .outOfMemory: throw .memory("reading the JSON")
      case .notJSON: throw Failure(.json, "the body is not JSON")
      case .tooDeep: throw Failure(.json, "the body's JSON is nested too deeply")
      }
    }
  }

  private static func path(_ text: UnsafePointer<CChar>?) throws(Failure) -> JSONKeyPath {
    JSONKeyPath(text == nil ? "" : try String(text, named: "key_path"))
  }
}

extension JSONValue {
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .uint: "an integer beyond 64 bits with a sign"
    case .string: "a string"
    case .object: "an object"
    case .array: "an array"
    }
  }
}
