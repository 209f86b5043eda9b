import CMoya
import MoyaCore
import MoyaTransport

@implementation @_cdecl("moya_version")
public func moya_version() -> UnsafePointer<CChar>? { moya_str(version).data }

/// The texts for C. They live as long as the process.
private let version = BodyBuffer(MOYA_VERSION)
private let features = BodyBuffer(Versions.text)

@implementation @_cdecl("moya_version_number")
public func moya_version_number() -> UInt32 { MOYA_VERSION_NUMBER }

@implementation @_cdecl("moya_features")
public func moya_features() -> UnsafePointer<CChar>? { moya_str(features).data }

@implementation @_cdecl("moya_status_name")
public func moya_status_name(_ status: moya_status) -> UnsafePointer<CChar>? {
  (Constants.name(of: status) ?? "MOYA_ERROR_UNKNOWN").characters
}

@implementation @_cdecl("moya_constant")
public func moya_constant(_ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?) -> moya_status {
  value?.pointee = 0
  guard let name, let value else { return moya_status(MOYA_ERROR_NULL) }
  guard let found = Constants.value(of: name) else { return moya_status(MOYA_ERROR_ARGUMENT) }
  value.pointee = found
  return moya_status(MOYA_OK)
}

@implementation @_cdecl("moya_constant_count")
public func moya_constant_count() -> Int { Constants.count }

@implementation @_cdecl("moya_constant_at")
public func moya_constant_at(
  _ index: Int, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ value: UnsafeMutablePointer<Int64>?
) -> moya_status {
  name?.pointee = nil
  value?.pointee = 0
  guard let name else { return moya_status(MOYA_ERROR_NULL) }
  guard index >= 0, let found = Constants.at(index) else { return moya_status(MOYA_ERROR_ARGUMENT) }
  name.pointee = found.name.characters
  value?.pointee = found.value
  return moya_status(MOYA_OK)
}
