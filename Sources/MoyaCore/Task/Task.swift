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
  /// A multipart form.
  case uploadMultipartFormData(MultipartFormData)
  /// A multipart form, given as its parts.
  case uploadMultipart([MultipartFormBodyPart])
  /// A multipart form, and parameters in the query.
  case uploadCompositeMultipartFormData(MultipartFormData, urlParameters: [String: Any])
  /// A multipart form given as its parts, and parameters in the query.
  case uploadCompositeMultipart([MultipartFormBodyPart], urlParameters: [String: Any])

  /// The answer's body goes to a file.
  case downloadDestination(DownloadDestination)
  /// Parameters are sent; the answer's body goes to a file.
  case downloadParameters(
    parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

extension Task {
  /// The spelling of Moya 15.0.3, where an element of the list was called `MultipartFormData`.
  @_disfavoredOverload
  public static func uploadMultipart(_ forms: [MultipartFormData]) -> Task {
    .uploadMultipart(forms.flatMap(\.parts))
  }

  /// The spelling of Moya 15.0.3, where an element of the list was called `MultipartFormData`.
  @_disfavoredOverload
  public static func uploadCompositeMultipart(_ forms: [MultipartFormData], urlParameters: [String: Any]) -> Task {
    .uploadCompositeMultipart(forms.flatMap(\.parts), urlParameters: urlParameters)
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
    case .uploadMultipartFormData(let form), .uploadCompositeMultipartFormData(let form, _): form
    case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): MultipartFormData(parts: parts)
    default: nil
    }
  }
}
