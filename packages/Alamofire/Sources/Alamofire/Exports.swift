// Gives the names of Moya to files that import Alamofire, so that these files need no change. libmoya has some of
// Alamofire's names, but not all.
@_exported import Moya
