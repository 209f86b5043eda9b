import CMoya
import Glibc
import MoyaCore

extension CResponse {
  func string(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    let path = try CResponse.path(keyPath)
    return try found(.string(path.description)) { () throws(Failure) in
      var isText = true
      let text = try look { () throws(JSONLookupError) in
        try json.withRaw(at: path) { raw -> BodyBuffer?? in
          if raw.first != 0x22 { return .none }
          return BodyBuffer(room: raw.count) { memory in
            let length = JSONText.unescape(raw, into: memory)
            isText = length != nil
            return length ?? 0
          }
        }
      }
      if !isText { throw Failure(MOYA_ERROR_JSON, "the body is not JSON") }
      if let text { return text }
      return try value(at: path, expected: "a string") { _ in nil }
    }
  }

  func raw(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    let path = try CResponse.path(keyPath)
    return try found(.raw(path.description)) { () throws(Failure) in
      try look { () throws(JSONLookupError) in try json.withRaw(at: path) { BodyBuffer(copying: $0) } }
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

  /// Reads a value that is a number, true, false or null. For a value of another kind the error names that kind,
  /// without copying the value, which may be large.
  private func value<Value>(
    at path: JSONKeyPath, expected: String, _ convert: (JSONValue) -> Value?
  ) throws(Failure) -> Value {
    let (text, kind) = try look { () throws(JSONLookupError) in
      try json.withRaw(at: path) { raw in (raw.count > 4096 ? nil : Data(raw), JSONValue.kind(of: raw)) }
    }
    if let text, kind == JSONValue.scalar {
      let value = try look { () throws(JSONLookupError) in try JSONValue(scalar: text) }
      if let converted = convert(value) { return converted }
      throw wrongType(at: path, value.kind, expected)
    }
    throw wrongType(at: path, kind == JSONValue.scalar ? "a number of more than 4096 characters" : kind, expected)
  }

  private func wrongType(at path: JSONKeyPath, _ kind: String, _ expected: String) -> Failure {
    let place = path.steps.isEmpty ? "the JSON" : "what stands at the key path '\(path)'"
    return Failure(MOYA_ERROR_JSON_TYPE, "\(place) is \(kind), not \(expected)")
  }

  private func found(_ asked: Asked, _ make: () throws(Failure) -> BodyBuffer?) throws(Failure) -> moya_str {
    let found = try keep(asked, make)
    if found.data == nil { throw .memory("the text") }
    return found
  }

  private func look<Value>(_ look: () throws(JSONLookupError) -> Value) throws(Failure) -> Value {
    do throws(JSONLookupError) { return try look() } catch {
      switch error {
      case .missing(let path): throw Failure(MOYA_ERROR_KEY_PATH, "there is nothing at the key path '\(path)'")
      case .outOfMemory: throw .memory("reading the JSON")
      case .notJSON: throw Failure(MOYA_ERROR_JSON, "the body is not JSON")
      case .tooDeep: throw Failure(MOYA_ERROR_JSON, "the body's JSON is nested too deeply")
      }
    }
  }

  private static func path(_ text: UnsafePointer<CChar>?) throws(Failure) -> JSONKeyPath {
    JSONKeyPath(text == nil ? "" : try String(text, limit: CallerText.keyPathLimit, named: "key_path"))
  }
}

extension JSONValue {
  fileprivate static let scalar = "a scalar"

  /// The kind of a JSON value, told by its first character.
  fileprivate static func kind(of raw: UnsafeRawBufferPointer) -> String {
    switch raw.first {
    case 0x22: "a string"
    case 0x7B: "an object"
    case 0x5B: "an array"
    default: scalar
    }
  }

  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double: "a number"
    case .uint: "an integer beyond 64 bits with a sign"
    case .number: "a number that no double can hold"
    case .string: "a string"
    case .object: "an object"
    case .array: "an array"
    }
  }
}
