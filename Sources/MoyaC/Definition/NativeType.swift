import CFFI
import CMoya
import MoyaCore
import MoyaDefinition

/// How C passes a value: the type of the value for libffi, and the way to read the value.
enum NativeType {
  case i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, boolean
  case pointer
  /// Two words, a pointer and a size, for example a `moya_str` or a `moya_api_list`.
  case pair

  var ffi: UnsafeMutablePointer<ffi_type>? {
    switch self {
    case .i8: moya_ffi_int8()
    case .i16: moya_ffi_int16()
    case .i32: moya_ffi_int32()
    case .i64: moya_ffi_int64()
    case .u8, .boolean: moya_ffi_uint8()
    case .u16: moya_ffi_uint16()
    case .u32: moya_ffi_uint32()
    case .u64: moya_ffi_uint64()
    case .f32: moya_ffi_float()
    case .f64: moya_ffi_double()
    case .pointer: moya_ffi_pointer()
    case .pair: NativeType.pairType
    }
  }

  /// libffi's description of a struct with a pointer and a size. It is written once, then only read, and never freed.
  nonisolated(unsafe) private static let pairType: UnsafeMutablePointer<ffi_type>? = {
    let type = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
    type.initialize(to: ffi_type())
    let elements = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: 3)
    elements.initialize(repeating: nil, count: 3)
    (elements[0], elements[1]) = (moya_ffi_pointer(), moya_ffi_size())
    var offsets = [0, 0]
    return moya_ffi_place(type, elements, &offsets) != 0 ? type : nil
  }()
}

extension ValueType {
  /// Returns how C passes a value of this type, if the value is present.
  func native(_ types: [DefinedType]) -> NativeType {
    switch self {
    case .scalar(.i8): .i8
    case .scalar(.i16): .i16
    case .scalar(.i32): .i32
    case .scalar(.i64), .scalar(.date): .i64
    case .scalar(.u8): .u8
    case .scalar(.u16): .u16
    case .scalar(.u32): .u32
    case .scalar(.u64): .u64
    case .scalar(.f32): .f32
    case .scalar(.f64): .f64
    case .scalar(.boolean): .boolean
    case .scalar(.str), .scalar(.file): .pointer
    case .scalar(.bytes), .scalar(.raw), .list, .map: .pair
    case .named(let index): types.indices ~= index && !types[index].isStructure ? .i32 : .pointer
    case .optional(let type): type.native(types)
    }
  }

  /// Returns the word for what C passes as a value of this type, for example `i64` for a date. A signature without
  /// names may use this word instead of the type.
  func passed(_ types: [DefinedType]) -> String {
    switch self {
    case .scalar(.date): "i64"
    case .scalar(.file): "str"
    case .scalar(.raw): "bytes"
    case .list, .map: "list"
    case .named(let index) where types.indices ~= index && !types[index].isStructure: "i32"
    case .optional(let type): type.passed(types)
    case .scalar, .named: text(types)
    }
  }

  /// Returns true if a NULL can say that a value of this type is absent. If false, an optional value of this type is
  /// passed by pointer.
  func isNullable(_ types: [DefinedType]) -> Bool {
    switch native(types) {
    case .pointer, .pair: true
    default: false
    }
  }
}

extension Signature.Part {
  /// Returns true if this part of a signature names the type `wanted`. Does not compare question marks. The caller
  /// compares them.
  func says(_ wanted: ValueType, _ types: [DefinedType]) -> Bool {
    if type == wanted.required.text(types) { return true }
    return name == nil && type == wanted.passed(types)
  }
}

// MARK: - CallShape

/// What libffi must know about a function: the types of the function's parameters and of its result. libffi calls this
/// struct `ffi_cif`.
final class CallShape {
  let cif: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  let count: Int

  /// - Parameter returnsStatus: If true, the function returns a `moya_status`. Otherwise it returns nothing.
  init(_ parameters: [NativeType], returnsStatus: Bool) throws(Failure) {
    count = parameters.count
    cif = .allocate(capacity: 1)
    cif.initialize(to: ffi_cif())
    types = .allocate(capacity: max(1, count))
    types.initialize(repeating: nil, count: max(1, count))
    for (index, parameter) in parameters.enumerated() { types[index] = parameter.ffi }
    let result = returnsStatus ? moya_ffi_int32() : moya_ffi_void()
    guard !(0..<count).contains(where: { types[$0] == nil }),
      moya_ffi_prepare(cif, result, types, UInt32(count)) != 0
    else { throw .argument("libffi cannot describe the function") }
  }

  deinit {
    types.deallocate()
    cif.deallocate()
  }
}

// MARK: - Signature

/// The text that describes a function's parameters (`signature` in `moya/api.h`).
///
/// An example with names is `(str name, i64? page)`. The same parameters without names are `(str, i64?)`.
struct Signature {
  struct Part {
    /// The type without the question mark.
    let type: Substring
    let isOptional: Bool
    /// The name of the parameter. `nil` if the text has no names.
    let name: Substring?
  }

  let parts: [Part]

  /// Reads the text. Returns `nil` if the text is not a list of parameters.
  init?(_ text: String) {
    guard text.first == "(", text.last == ")" else { return nil }
    let inside = text.dropFirst().dropLast()
    var parts: [Part] = []
    for part in inside.isEmpty ? [] : inside.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      guard let type = words.first, words.count <= 2 else { return nil }
      let isOptional = type.last == "?"
      parts.append(
        Part(
          type: isOptional ? type.dropLast() : type, isOptional: isOptional,
          name: words.count == 2 ? words[1] : nil))
    }
    self.parts = parts
  }
}
