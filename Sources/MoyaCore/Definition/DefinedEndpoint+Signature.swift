extension DefinedEndpoint {
  /// What the endpoint is given and what it answers: `(str name, i64? page) -> [repo]`. Without a result a response.
  package func signature(_ types: [DefinedType]) -> String {
    let given = parameters.map { "\(shown($0).text(types)) \($0.name)" }.joined(separator: ", ")
    guard let result else { return "(\(given))" }
    return "(\(given)) -> \(result.type.text(types))"
  }

  /// A parameter that may be left out, or null, has a question mark.
  private func shown(_ parameter: DefinedParameter) -> ValueType {
    parameter.isOptional || parameter.isNullable ? .optional(parameter.type.required) : parameter.type
  }
}
