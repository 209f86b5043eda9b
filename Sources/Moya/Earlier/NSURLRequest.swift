/// Foundation's name for the class beside the value, for `NSURLRequest.CachePolicy`.
public typealias NSURLRequest = URLRequest
