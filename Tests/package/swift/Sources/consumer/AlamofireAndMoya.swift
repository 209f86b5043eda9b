import Alamofire
import Moya

// Names that come by two ways are one name.

let sharedSession: Moya.Session = session
let verb: HTTPMethod = Moya.Method.get
