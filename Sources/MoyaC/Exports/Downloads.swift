import CMoya
import MoyaCore

@implementation @_cdecl("moya_response_file")
public func moya_response_file(_ response: OpaquePointer?) -> moya_str { CResponse.from(response)?.file ?? moya_str() }
