import Alamofire
import Moya

// Names that reach this file through two modules are not ambiguous.

let sharedSession: Moya.Session = session
let verb: HTTPMethod = Moya.Method.get
