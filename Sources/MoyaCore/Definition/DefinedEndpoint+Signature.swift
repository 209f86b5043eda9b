extension DefinedEndpoint {
  /// What the endpoint is given and what it answers: `(str name, i64? page) -> [repo]`. Without a result a response.
  package func signature(_ types: [DefinedType]) -> String {
    let given = parameters.map { "\(shown($0).text(types)) \($0.name)" }.joined(separator: ", ")
    guard let result else { return "(\(given))" }
    return "(\(given)) -> \(result.type.text(types))"
  }

  /// A parameter with a default may be left out as one with a question mark.
  private func shown(_ parameter: DefinedParameter) -> ValueType {
    parameter.isOptional && !parameter.type.isOptional ? .optional(parameter.type) : parameter.type
  }
}
