import CMoya
import MoyaCore

extension PreparedEndpoint {
  /// Where a call's body goes: of a choice, to the first place for all of its arguments at which none is missing.
  /// - Parameter arguments: as of `EndpointRequest`.
  func bodyPlace(_ arguments: (Int) -> moya_argument?) throws(Failure) -> DefinedParameter.Place? {
    let places = defined.bodies
    guard places.count > 1 else { return places.first }
    let choosing = parameters.indices.filter { parameters[$0].isOfChoice }
    let given = choosing.filter { arguments($0) != nil }
    let fitting = places.filter { place in given.allSatisfy { parameters[$0].defined.places.contains(place) } }
    let complete = fitting.first { place in
      choosing.allSatisfy { index in
        let parameter = parameters[index]
        return parameter.isOptional || given.contains(index) || !parameter.defined.places.contains(place)
      }
    }
    if let place = complete ?? fitting.first { return place }
    let labels = given.map { "'\(parameters[$0].defined.name)'" }.joined(separator: ", ")
    throw Failure(MOYA_ERROR_ARGUMENT, "no body has all of the parameters \(labels)")
  }
}
