// Alamofire's names, as far as libmoya has them: files that import Alamofire, alone or beside Moya, stay as they are.
@_exported import Moya
