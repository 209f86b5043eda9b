extension DefinedEndpoint {
  /// What the endpoint is given and what it answers: `(str name, i64? page) -> [repo]`. Without a result a response.
  package func signature(_ types: [DefinedType]) -> String {
    let given = parameters.map { "\(shown($0).text(types)) \($0.name)" }.joined(separator: ", ")
    guard let result else { return "(\(given))" }
    return "(\(given)) -> \(result.type.text(types))"
  }

  /// Some of the bodies of which a call chooses have it, and others do not.
  package func isOfSomeBodies(_ parameter: DefinedParameter) -> Bool {
    parameter.place.isBody && parameter.places.count < bodies.count
  }

  /// A parameter that may be left out, or null, has a question mark.
  private func shown(_ parameter: DefinedParameter) -> ValueType {
    let hasMark = parameter.isOptional || parameter.isNullable || isOfSomeBodies(parameter)
    return hasMark ? .optional(parameter.type.required) : parameter.type
  }
}
