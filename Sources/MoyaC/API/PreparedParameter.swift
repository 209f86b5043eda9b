import CMoya
import MoyaCore

/// A parameter of an endpoint, with what each call needs of it. A class, so that a call need not copy its parts.
///
/// Unchecked: immutable; the pointers are to texts that its endpoint keeps.
final class PreparedParameter: @unchecked Sendable {
  let name: UnsafePointer<CChar>
  let key: UnsafePointer<CChar>
  let place: DefinedParameter.Place
  let isOfChoice: Bool
  /// Without the question mark.
  let type: ValueType
  let isList: Bool
  /// It is a text in the URL or in a header field.
  let isText: Bool
  /// `nil`: names, or what is no scalar.
  let scalar: ValueType.Scalar?
  /// Of a list; `nil`: names.
  let element: ValueType.Scalar?
  let isOptional: Bool
  let isNullable: Bool
  /// What stands for an argument that says that there is no value; `nil`: it is not given.
  let nullArgument: moya_argument?
  let standard: GivenValue?
  /// Of an enumeration.
  let names: [String]?
  let defined: DefinedParameter

  init(_ parameter: DefinedParameter, types: [DefinedType], texts: KeptTexts) throws(Failure) {
    name = try texts.keep(parameter.name)
    key = try texts.keep(parameter.key)
    place = parameter.place
    isOfChoice = parameter.isOfChoice
    type = parameter.type.required
    scalar = type.scalar
    if case .list(let element) = type {
      (isList, self.element) = (true, element.scalar)
    } else {
      (isList, element) = (false, nil)
    }
    isText = !isList && (place == .path || place == .header || place == .query)
    isOptional = parameter.isOptional
    isNullable = parameter.isNullable
    nullArgument = parameter.isNullWithoutValue ? .null : nil
    standard = parameter.standard.map { .node($0) }
    defined = parameter
    names = PreparedParameter.names(of: type, types)
  }

  private static func names(of type: ValueType, _ types: [DefinedType]) -> [String]? {
    switch type {
    case .named(let index):
      if types.indices ~= index, case .names(let names) = types[index].shape { names } else { nil }
    case .list(let element): names(of: element.required, types)
    default: nil
    }
  }

  /// For messages.
  var label: String { "the parameter '\(defined.name)'" }

  /// - Parameter count: of a list, or of what a map has; beyond `Int` it is negative.
  func checkCount(_ count: Int) throws(Failure) {
    if 0...CallerText.elementLimit ~= count { return }
    throw Failure(MOYA_ERROR_ARGUMENT, "\(label) has more than \(CallerText.elementLimit) elements")
  }

  func misfit(_ value: GivenValue, _ wanted: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\(label) is \(value.shown), not \(wanted)")
  }
}

/// Texts of a definition as C reads them, kept as long as this object.
///
/// Unchecked: written while an API is opened, and only read afterwards.
final class KeptTexts: @unchecked Sendable {
  private var scratch = Scratch()

  func keep(_ text: String) throws(Failure) -> UnsafePointer<CChar> { try scratch.text(text) }

  func array<Element: BitwiseCopyable>(_ elements: [Element]) throws(Failure) -> UnsafeMutablePointer<Element> {
    let array = try scratch.array(of: Element.self, count: elements.count)
    for (index, element) in elements.enumerated() { (array + index).initialize(to: element) }
    return array
  }
}
