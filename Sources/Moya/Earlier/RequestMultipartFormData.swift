/// Moya's name for Alamofire's builder of forms, for code that only mentions the type.
public typealias RequestMultipartFormData = MultipartFormData
