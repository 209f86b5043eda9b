import CFFI
import CMoya
import Glibc
import MoyaCore
import MoyaHTTP

/// A C function that calls an endpoint. libffi makes the code of the function.
///
/// The API holds a reference to this object. While `run` runs, it holds a reference to the API, so neither object is
/// freed. After `run` has returned, libffi's code still runs a little longer. At that time `closure` may already be
/// freed, but libffi's code no longer reads it.
///
/// The class is `@unchecked Sendable` because the object is immutable once the function is bound.
final class BoundFunction: CObject, @unchecked Sendable {
  enum Form: Int {
    case call, send, enqueue

    /// The types of the function's last arguments. They follow the endpoint's parameters, for example the callback and
    /// its `user`.
    fileprivate var tail: [NativeType] {
      switch self {
      case .call: [.pointer, .pointer]
      case .send: [.pointer, .pointer, .pointer, .pointer]
      case .enqueue: [.pointer, .u64, .pointer, .pointer]
      }
    }
  }

  private unowned(unsafe) let api: API
  private let endpoint: PreparedEndpoint
  private let form: Form
  private let parameters: [BoundParameter]
  private let shape: CallShape
  private let closure: UnsafeMutableRawPointer
  private let code: UnsafeMutableRawPointer

  /// The address of the function. The caller casts it to the type of the function.
  var function: moya_api_function? { unsafeBitCast(code, to: moya_api_function?.self) }

  init(_ endpoint: PreparedEndpoint, of api: API, _ form: Form, _ parameters: [BoundParameter]) throws(Failure) {
    if let refusal = ExecutableMemory.refusal { throw Failure(MOYA_ERROR_UNSUPPORTED, refusal) }
    let shape = try CallShape(parameters.map(\.native) + form.tail, returnsStatus: true)
    var code: UnsafeMutableRawPointer?
    guard let closure = moya_ffi_closure(&code), let code else { throw .memory("the function") }
    (self.api, self.endpoint, self.form, self.parameters) = (api, endpoint, form, parameters)
    (self.shape, self.closure, self.code) = (shape, closure, code)
    guard moya_ffi_bind(closure, shape.cif, BoundFunction.run, address, code) != 0 else {
      throw Failure(MOYA_ERROR_UNSUPPORTED, "libffi cannot make the function")
    }
  }

  deinit { ffi_closure_free(closure) }

  private static let run: moya_ffi_run = { _, result, arguments, user in
    guard let result, let arguments, let user else { return }
    let bound = BoundFunction.at(user)
    let status = withExtendedLifetime(bound.api) { bound.run(arguments) }
    // libffi expects a whole word even if the result is smaller.
    result.storeBytes(of: Int(status), as: Int.self)
  }

  private func run(_ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> moya_status {
    let tail = Tail(arguments + parameters.count)
    switch form {
    case .call:
      let response = tail[0, as: UnsafeMutablePointer<OpaquePointer?>?.self]
      let detail = tail[1, as: UnsafeMutablePointer<OpaquePointer?>?.self]
      response?.pointee = nil
      return answering(detail) { () throws(Failure) in
        try request(arguments) { (target) throws(Failure) in
          try api.provider.call(target, by: "a bound function").hand(to: response)
        }
      }
    case .send:
      let callback = tail[0, as: moya_callback_fn?.self]
      let call = tail[2, as: UnsafeMutablePointer<OpaquePointer?>?.self]
      call?.pointee = nil
      let end = CallbackEnd(callback, tail[1, as: UnsafeMutableRawPointer?.self], release: nil)
      return answering(tail[3, as: UnsafeMutablePointer<OpaquePointer?>?.self]) { () throws(Failure) in
        try api.send(description(arguments), to: end, callback, call)
      }
    case .enqueue:
      let queue = tail[0, as: OpaquePointer?.self]
      let call = tail[2, as: UnsafeMutablePointer<OpaquePointer?>?.self]
      call?.pointee = nil
      return answering(tail[3, as: UnsafeMutablePointer<OpaquePointer?>?.self]) { () throws(Failure) in
        try request(arguments) { (target) throws(Failure) in
          try api.provider.enqueue(target, queue, tail[1, as: UInt64.self], parts: 0, in: nil, call)
        }
      }
    }
  }

  private func description(_ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>) throws(Failure)
    -> CallDescription
  {
    try request(arguments) { (target) throws(Failure) in try api.provider.description(of: target) }
  }

  private func request<Result>(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ body: (UnsafePointer<moya_target>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try EndpointRequest.with(
      endpoint,
      { index in
        arguments[index].flatMap { parameters[index].value(at: $0) } ?? endpoint.parameters[index].nullArgument
      }, body)
  }
}

/// Reads the arguments that follow the endpoint's parameters, for example the callback and its `user`. libffi passes
/// the address of each argument.
private struct Tail {
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init(_ places: UnsafeMutablePointer<UnsafeMutableRawPointer?>) { self.places = places }

  subscript<Value: ExpressibleByNilLiteral>(index: Int, as type: Value.Type) -> Value {
    places[index]?.load(as: Value.self) ?? nil
  }

  subscript(index: Int, as type: UInt64.Type) -> UInt64 { places[index]?.load(as: UInt64.self) ?? 0 }
}

// MARK: - BoundFunctions

/// The bound functions of an API. Each combination of an endpoint, a form (call, send or enqueue) and a signature has
/// one function.
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
    // If two threads bind the same function, both get the function that is stored first.
    return functions.withLock { functions in
      if let known = functions[key] { return known.function }
      functions[key] = made
      return made.function
    }
  }
}

extension API {
  /// Returns the parameters of a function with this signature. Throws if the signature does not match the endpoint.
  fileprivate func parameters(of endpoint: PreparedEndpoint, _ text: String) throws(Failure) -> [BoundParameter] {
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

// MARK: - ExecutableMemory

/// Checks whether this process may make executable code, which bound functions need. The check runs once, when the
/// first function is bound.
enum ExecutableMemory {
  /// The reason why the system refuses executable memory. `nil` if the process may make code.
  static let refusal: String? = {
    var code: UnsafeMutableRawPointer?
    errno = 0
    guard let closure = moya_ffi_closure(&code) else {
      let reason = errno == 0 ? "" : " (\(ErrorNumber.text(errno)))"
      return "this system refuses executable memory\(reason); moya_api_call needs none"
    }
    ffi_closure_free(closure)
    return nil
  }()
}
