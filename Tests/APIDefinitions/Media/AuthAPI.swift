import Moya

enum AuthAPI {
  case signIn(user: String, password: String)
  case signInWithCode(String)
  case signOut
  case refresh(String)
  case resetPassword(email: String)
  case devices
  case removeDevice(id: String)
  case sessionCheck
}

extension AuthAPI: MediaTarget {
  var path: String {
    switch self {
    case .signIn, .signOut: return "auth/session"
    case .signInWithCode: return "auth/code"
    case .refresh: return "auth/token"
    case .resetPassword: return "auth/password"
    case .devices: return "auth/devices"
    case .removeDevice(let id): return "auth/devices/\(id)"
    case .sessionCheck: return "auth/session/check"
    }
  }

  var method: Moya.Method {
    switch self {
    case .signIn, .signInWithCode, .refresh, .resetPassword: return .post
    case .signOut, .removeDevice: return .delete
    case .sessionCheck: return .head
    case .devices: return .get
    }
  }

  var task: Moya.Task {
    switch self {
    case let .signIn(user, password):
      return .requestParameters(
        parameters: ["grant_type": "password", "username": user, "password": password],
        encoding: URLEncoding.httpBody)
    case .signInWithCode(let code):
      return .requestParameters(parameters: ["code": code], encoding: JSONEncoding.default)
    case .refresh(let token):
      return .requestCompositeParameters(
        bodyParameters: ["refresh_token": token], bodyEncoding: URLEncoding.httpBody,
        urlParameters: ["grant_type": "refresh_token"])
    case .resetPassword(let email):
      return .requestJSONEncodable(["email": email])
    case .signOut, .devices, .removeDevice, .sessionCheck:
      return .requestPlain
    }
  }

  var authorizationType: AuthorizationType? {
    switch self {
    case .signIn, .signInWithCode, .refresh, .resetPassword: return nil
    case .signOut, .devices, .removeDevice, .sessionCheck: return .bearer
    }
  }
}
