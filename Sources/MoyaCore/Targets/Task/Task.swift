/// What a request sends, and where its answer goes.
///
/// Unchecked: parameters are `Any`, as Moya has them. They are read while the request is built and never changed.
public enum Task: @unchecked Sendable {
  /// Nothing besides the header section.
  case requestPlain
  /// These bytes, without a Content-Type.
  case requestData(Data)
  /// A value as JSON. Content-Type `application/json` unless the target has one.
  case requestJSONEncodable(any Encodable)
  /// The same with an encoder of the caller's.
  case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)
  /// Parameters, where and how the encoding puts them.
  case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)
  /// Bytes in the body and parameters in the query.
  case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
  /// Parameters in the body and others in the query.
  case requestCompositeParameters(
    bodyParameters: [String: Any], bodyEncoding: any ParameterEncoding, urlParameters: [String: Any])

  /// A file as the body, read while it is sent.
  case uploadFile(URL)
  /// A multipart form: the parts of these, in order.
  case uploadMultipart([MultipartFormData])
  /// A multipart form, and parameters in the query.
  case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])

  /// The answer's body goes to a file.
  case downloadDestination(DownloadDestination)
  /// Parameters are sent; the answer's body goes to a file.
  case downloadParameters(
    parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

// The cases are those of Moya 15, so that a `switch` over all of them is one here. What came later is spelled like a
// case.
extension Task {
  /// A multipart form.
  public static func uploadMultipartFormData(_ form: MultipartFormData) -> Task { .uploadMultipart([form]) }

  /// A multipart form, and parameters in the query.
  public static func uploadCompositeMultipartFormData(
    _ form: MultipartFormData, urlParameters: [String: Any]
  ) -> Task {
    .uploadCompositeMultipart([form], urlParameters: urlParameters)
  }

  /// A multipart form, given as its parts.
  @_disfavoredOverload
  public static func uploadMultipart(_ parts: [MultipartFormBodyPart]) -> Task {
    .uploadMultipart([MultipartFormData(parts: parts)])
  }

  /// A multipart form given as its parts, and parameters in the query.
  @_disfavoredOverload
  public static func uploadCompositeMultipart(_ parts: [MultipartFormBodyPart], urlParameters: [String: Any]) -> Task {
    .uploadCompositeMultipart([MultipartFormData(parts: parts)], urlParameters: urlParameters)
  }
}

extension Task {
  /// Where a download goes; `nil` when the task is not one.
  package var downloadDestination: DownloadDestination? {
    switch self {
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination): destination
    default: nil
    }
  }

  /// The multipart form that is sent; `nil` when the task has none.
  package var multipartForm: MultipartFormData? {
    switch self {
    case .uploadMultipart(let forms), .uploadCompositeMultipart(let forms, _): MultipartFormData(joining: forms)
    default: nil
    }
  }
}

public typealias Method = HTTPMethod

extension HTTPMethod {
  /// May a request with this method carry a multipart body?
  public var supportsMultipart: Bool {
    switch self {
    case .post, .put, .patch, .connect: true
    default: false
    }
  }
}

/// Names around a download's destination, as Moya users know them.
public enum DownloadRequest {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

    /// Make the folders of the destination.
    public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
    /// Replace a file that is already there.
    public static let removePreviousFile = Options(rawValue: 1 << 1)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Says where a finished download goes. Gets the temporary file and the answer's head.
  public typealias Destination =
    (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)
}

public typealias DownloadDestination = DownloadRequest.Destination

extension DownloadRequest {
  /// A destination in one of the user's folders, under the last component of the request's URL.
  ///
  /// A name that the server chooses is not used: it could point out of the folder.
  public static func suggestedDownloadDestination(
    for directory: FileManager.SearchPathDirectory = .documentDirectory,
    in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
  ) -> Destination {
    { temporaryURL, response in
      let folder = FileManager.default.urls(for: directory, in: domain).first
      let name = response.url?.lastPathComponent ?? ""
      let isUsable = !name.isEmpty && name != "/" && name != "." && name != ".." && !name.utf8.contains(0x2F)
      guard let folder, isUsable else { return (temporaryURL, options) }
      return (folder.appendingPathComponent(name), options)
    }
  }
}
