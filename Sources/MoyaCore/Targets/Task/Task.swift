/// What a request sends, and where its response goes.
///
/// The enum is `@unchecked Sendable`: parameters are `Any`, as in Moya. The library reads the parameters while it
/// builds the request, and never changes them.
public enum Task: @unchecked Sendable {
  /// No body.
  case requestPlain
  /// These bytes, without a Content-Type.
  case requestData(Data)
  /// A value as JSON. The Content-Type is `application/json` unless the target has one.
  case requestJSONEncodable(any Encodable)
  /// A value as JSON, written with the caller's encoder.
  case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)
  /// Parameters. The encoding decides where and how they are written.
  case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)
  /// Bytes in the body and parameters in the query.
  case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
  /// Parameters in the body and other parameters in the query.
  case requestCompositeParameters(
    bodyParameters: [String: Any], bodyEncoding: any ParameterEncoding, urlParameters: [String: Any])

  /// A file as the body. It is read while it is sent.
  case uploadFile(URL)
  /// A multipart form with the parts of these forms, in order.
  case uploadMultipart([MultipartFormData])
  /// A multipart form in the body, and parameters in the query.
  case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])

  /// The body of the response goes to a file.
  @preconcurrency case downloadDestination(DownloadDestination)
  /// Parameters are sent, and the body of the response goes to a file.
  @preconcurrency case downloadParameters(
    parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

// The enum has exactly the cases of Moya 15, so that a `switch` over all of them compiles here too. Later additions are
// static functions that are used like cases.
extension Task {
  /// Makes a task that sends a multipart form.
  public static func uploadMultipartFormData(_ form: MultipartFormData) -> Task { .uploadMultipart([form]) }

  /// Makes a task that sends a multipart form, and parameters in the query.
  public static func uploadCompositeMultipartFormData(_ form: MultipartFormData, urlParameters: [String: Any]) -> Task {
    .uploadCompositeMultipart([form], urlParameters: urlParameters)
  }

  /// Makes a task that sends a multipart form with these parts.
  @_disfavoredOverload
  public static func uploadMultipart(_ parts: [MultipartFormBodyPart]) -> Task {
    .uploadMultipart([MultipartFormData(parts: parts)])
  }

  /// Makes a task that sends a multipart form with these parts, and parameters in the query.
  @_disfavoredOverload
  public static func uploadCompositeMultipart(_ parts: [MultipartFormBodyPart], urlParameters: [String: Any]) -> Task {
    .uploadCompositeMultipart([MultipartFormData(parts: parts)], urlParameters: urlParameters)
  }
}

extension Task {
  /// Where a download goes. `nil` if the task is not a download.
  package var downloadDestination: DownloadDestination? {
    switch self {
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination): destination
    default: nil
    }
  }

  /// The multipart form that is sent. `nil` if the task has none.
  package var multipartForm: MultipartFormData? {
    switch self {
    case .uploadMultipart(let forms), .uploadCompositeMultipart(let forms, _): MultipartFormData(joining: forms)
    default: nil
    }
  }
}

public typealias Method = HTTPMethod

extension HTTPMethod {
  /// True if a request with this method can have a multipart body.
  public var supportsMultipart: Bool {
    switch self {
    case .post, .put, .patch, .connect: true
    default: false
    }
  }
}

/// Types for the destination of a download, under the names that Moya users know.
public enum DownloadRequest {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

    /// Create the folders of the destination.
    public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
    /// Replace a file that already exists at the destination.
    public static let removePreviousFile = Options(rawValue: 1 << 1)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Returns the destination of a finished download. Receives the temporary file and the head of the response.
  @preconcurrency public typealias Destination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)
}

@preconcurrency public typealias DownloadDestination = DownloadRequest.Destination

extension DownloadRequest {
  /// Returns a destination in one of the user's folders. The file name is the last component of the response's URL,
  /// after redirects. If there is no folder or no usable name, the file stays where it is.
  ///
  /// The name in a `Content-Disposition` is not used, because it could point outside the folder.
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
