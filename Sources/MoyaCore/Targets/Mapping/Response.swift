import Synchronization

/// A response: its status, its head, its body, and the request.
public final class Response: Sendable {
  public let statusCode: Int
  /// The decoded body, in the memory in which the backend supplied it. `data` has the same bytes.
  package let content: TransferResponse.Content
  /// The request as the plugins prepared it, with its body.
  public let request: URLRequest?
  /// The head as it was received. `nil` for a stub that consists of a status and data only.
  public let response: HTTPURLResponse?
  /// The number of the attempt that returned the response, from 1. It is 0 if no attempt returned the response, for
  /// example if a plugin supplied it.
  package let attempt: Int32
  /// The file of a download.
  public let fileURL: URL?
  /// The URL of the request, if the response has neither a request nor a head. A stub of the C API can make such a
  /// response.
  package let stubURLText: String?
  /// An object that a language binding made from the response. The object exists as long as this response.
  package let made = WriteOnce<Made>()

  /// The decoded body. Empty for a download.
  public var data: Data { content.data }
  /// Times and sizes of the transfer. `nil` for a stub.
  public var metrics: TransferMetrics? { response?.metrics }
  /// How often the request had been sent when this response arrived. 0 if no attempt returned the response, for example
  /// if a plugin supplied it.
  public var attemptCount: Int { Int(attempt) }

  public convenience init(
    statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil,
    fileURL: URL? = nil
  ) {
    self.init(
      statusCode: statusCode, content: .data(data), request: request, response: response, fileURL: fileURL)
  }

  package init(
    statusCode: Int, content: TransferResponse.Content, request: URLRequest?, response: HTTPURLResponse?,
    attempt: Int = 0, fileURL: URL? = nil, stubURLText: String? = nil
  ) {
    self.statusCode = statusCode
    self.content = content
    self.request = request
    self.response = response
    self.attempt = Int32(truncatingIfNeeded: attempt)
    self.fileURL = fileURL
    self.stubURLText = stubURLText
  }
}

extension Response {
  /// An object that a language binding made from a response. This module does not know its type.
  package final class Made: Sendable {
    package let parts: any AnyObject & Sendable

    package init(_ parts: any AnyObject & Sendable) { self.parts = parts }
  }

  /// The same response with an empty body, for a call whose `ResponseReader` has already received the body.
  var withoutBody: Response {
    Response(
      statusCode: statusCode, content: .data(Data()), request: request, response: response,
      attempt: Int(attempt), fileURL: fileURL, stubURLText: stubURLText)
  }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }
  public var debugDescription: String { description }
}

extension Response: Equatable {
  /// Compares the status, the body and the head.
  public static func == (left: Response, right: Response) -> Bool {
    left.statusCode == right.statusCode && left.data == right.data && left.response == right.response
  }
}

extension Response {
  /// Returns the response itself if its status is in the range.
  /// - Throws: `MoyaError.statusCode`
  public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
    guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
    return self
  }

  /// Returns the response itself if it has this status.
  /// - Throws: `MoyaError.statusCode`
  public func filter(statusCode: Int) throws -> Response { try filter(statusCodes: statusCode...statusCode) }

  /// Returns the response itself if its status is 200 to 299.
  /// - Throws: `MoyaError.statusCode`
  public func filterSuccessfulStatusCodes() throws -> Response { try filter(statusCodes: 200...299) }

  /// Returns the response itself if its status is 200 to 399.
  /// - Throws: `MoyaError.statusCode`
  public func filterSuccessfulStatusAndRedirectCodes() throws -> Response { try filter(statusCodes: 200...399) }
}

extension Response {
  /// Returns the body as text, or the string at a key path of its JSON. A byte order mark is not part of the text.
  /// - Throws: `MoyaError.stringMapping` if there is no such text. `.jsonMapping` if a key path is given and the body
  ///   is not JSON.
  public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
    guard let keyPath else {
      let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
      guard let text = String(validating: bytes, as: UTF8.self) else { throw MoyaError.stringMapping(self) }
      return text
    }
    do throws(JSONLookupError) {
      if case .string(let text) = try JSONLookup(data).value(at: JSONKeyPath(keyPath)) { return text }
    } catch {
      guard case .missing = error else { throw MoyaError.jsonMapping(self) }
    }
    throw MoyaError.stringMapping(self)
  }

  /// Returns the body's JSON: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `UInt64`, `Double` or `JSONNull`.
  /// - Parameter failsOnEmptyData: if true, an empty body is an error; if false, it is `JSONNull`.
  /// - Throws: `MoyaError.jsonMapping`
  public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
    if data.isEmpty, !failsOnEmptyData { return JSONNull() }
    do { return try JSONReader.value(data) } catch { throw MoyaError.jsonMapping(self) }
  }

  /// Returns the body's JSON, or the value at a key path in it, as a Swift value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - keyPath: The key path. If `nil`, the value is the whole document.
  ///   - decoder: The decoder.
  ///   - failsOnEmptyData: If false, an empty body is read as `{}` or as `[{}]`, whichever matches the type.
  /// - Returns: The value.
  /// - Throws: `MoyaError.jsonMapping` if a key path is given and the body is not JSON. `.objectMapping` with the
  ///   decoder's error, or with `JSONLookupError.missing` if there is no value at the key path.
  public func map<D: Decodable>(
    _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> D {
    if data.isEmpty, !failsOnEmptyData {
      for text in ["{}", "[{}]"] {
        if let value = try? decoder.decode(type, from: Data(text.utf8)) { return value }
      }
    }
    var bytes = data
    if let keyPath, !data.isEmpty || failsOnEmptyData { bytes = try json(at: keyPath) }
    do { return try decoder.decode(type, from: bytes) } catch { throw MoyaError.objectMapping(error, self) }
  }

  /// Returns the JSON text of the value at a key path.
  private func json(at keyPath: String) throws(MoyaError) -> Data {
    do { return try JSONLookup(data).raw(at: JSONKeyPath(keyPath)) } catch {
      if case .missing = error { throw .objectMapping(error, self) }
      throw .jsonMapping(self)
    }
  }
}

/// Converts the report of a caller's backend to the result that a provider delivers. If there is an error, the result
/// is a failure, even if there is also a response.
public func convertResponseToResult(
  _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Error)?
) -> Result<Response, MoyaError> {
  let answer = response.map {
    Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
  }
  if let error { return .failure(.underlying(error, answer)) }
  if let answer { return .success(answer) }
  return .failure(.underlying(TransferError(.other, "neither an answer nor an error arrived"), nil))
}

extension Result<Response, MoyaError> {
  /// The response. If the result is a failure, this is the response that came with the failure.
  package var response: Response? {
    switch self {
    case .success(let response): response
    case .failure(let error): error.response
    }
  }
}
