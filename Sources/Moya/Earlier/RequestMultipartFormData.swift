/// Moya's name for Alamofire's builder of forms, for those who only name it.
public typealias RequestMultipartFormData = MultipartFormData
