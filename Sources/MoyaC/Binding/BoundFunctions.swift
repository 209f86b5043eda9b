import CMoya
import MoyaCore
import MoyaHTTP

/// The bound functions of an API: one for each endpoint, form and signature that was asked for.
final class BoundFunctions: Sendable {
  private struct Key: Hashable {
    let endpoint: String
    let form: BoundFunction.Form
    let signature: String
  }

  private let functions = Protected<[Key: BoundFunction]>([:])

  func function(
    _ endpoint: PreparedEndpoint, of api: API, _ form: BoundFunction.Form, _ signature: String
  ) throws(Failure) -> moya_api_function? {
    let key = Key(endpoint: endpoint.defined.name, form: form, signature: signature)
    if let known = functions.withLock({ $0[key] }) { return known.function }
    let made = try BoundFunction(endpoint, of: api, form, api.parameters(of: endpoint, signature))
    // Of two threads that bound the same the first counts.
    return functions.withLock { functions in
      if let known = functions[key] { return known.function }
      functions[key] = made
      return made.function
    }
  }
}

extension API {
  /// The parameters of a function with this signature, which must say what the endpoint's does.
  fileprivate func parameters(
    of endpoint: PreparedEndpoint, _ text: String
  ) throws(Failure) -> [BoundParameter] {
    let types = definition.types
    let defined = endpoint.defined.parameters
    guard let parts = Signature(text)?.parts, parts.count == defined.count else { throw mismatch(endpoint, text) }
    return try zip(parts, defined).map { (part, parameter) throws(Failure) in
      let type = parameter.type.required
      guard part.name == nil || part.name.map(String.init) == parameter.name,
        !part.isOptional || parameter.isOptional || parameter.isNullable || endpoint.defined.isOfSomeBodies(parameter)
      else { throw mismatch(endpoint, text) }
      if part.says(type, types) {
        return BoundParameter(type, isOptional: part.isOptional, at: parameter.places, structs, types)
      }
      guard part.type == "raw", type.scalar != .bytes, type.scalar != .file else { throw mismatch(endpoint, text) }
      return BoundParameter(.scalar(.raw), isOptional: part.isOptional, at: parameter.places, structs, types)
    }
  }

  private func mismatch(_ endpoint: PreparedEndpoint, _ text: String) -> Failure {
    let wanted = String(cString: endpoint.signature)
    let given = RequestRules.printable(text)
    return Failure(
      MOYA_ERROR_ARGUMENT, "\(endpoint.defined.name): the function is \(given), and the endpoint \(wanted)")
  }
}
